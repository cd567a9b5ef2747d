// The read-out: the light under the pointer, at the middle of the map for the keyboard, at
// the point of the finding that is open otherwise.
/* global L */

import { gridFc, pointFc, witnessFc } from "./data.js";
import { latLng } from "./plan.js";
import { element, number } from "./text.js";

const SNAP = 8; // pixels within which the pointer reads a calculation point
const TOUCH = window.matchMedia("(hover: none)");
const SAID_AFTER = 600; // ms of rest after which a reader hears the value

export class Readout {
  constructor(plan, data, shown) {
    this.plan = plan;
    this.data = data;
    this.shown = shown;
    this.finding = null;
    this.place = null;
    this.points = [...data.zones, ...data.lines].flatMap((owner) =>
      owner.points.map((place, index) => ({ owner, index, place })),
    );
    this.limits = new Map(data.limits.map((limit) => [limit.line, limit]));
    const [reading, where, judged] = document.querySelectorAll("#readout p");
    Object.assign(this, { reading, where, judged });
    this.said = document.querySelector(".said");
    this.ring = L.circleMarker([0, 0], {
      renderer: plan.renderers.marks,
      radius: 6,
      className: "read-point",
      interactive: false,
    });
    this.listen();
    this.show();
  }

  listen() {
    const { map } = this.plan;
    const follow = ({ latlng }) => this.read([latlng.lng, latlng.lat]);
    map.on("mousemove click", follow);
    map.on("mouseout", () => this.read(null));
    const container = map.getContainer();
    const atCentre = () => {
      if (container.matches(":focus-visible")) {
        const { lng, lat } = map.getCenter();
        this.read([lng, lat]);
        this.saySoon();
      }
    };
    map.on("moveend", atCentre);
    container.addEventListener("focus", atCentre);
    container.addEventListener("blur", () => this.read(null));
  }

  /** Read the value at a place of the plan; null for nowhere. */
  read(place) {
    this.place = place;
    this.show();
  }

  /** Read the witness of a finding whenever the pointer is elsewhere. */
  readFinding(finding) {
    this.finding = finding && finding.fc ? finding : null;
    this.place = null;
    this.show();
  }

  show() {
    this.ring.remove();
    if (this.place === null) {
      this.showFinding();
      return;
    }
    const near = this.nearest(this.place);
    if (near) {
      this.showPoint(near);
    } else {
      this.showBetween(this.place);
    }
  }

  showFinding() {
    const { finding } = this;
    if (!finding) {
      const how = TOUCH.matches ? "Tap" : "Point at";
      this.write(null, `${how} the plan to read ${this.data.light.words}`, "");
      return;
    }
    const where = finding.at ? this.coordinates(finding.at) : "";
    this.write(witnessFc(finding, this.shown.layer), `at the point judged, ${where}`, finding.judged || "");
  }

  showPoint({ owner, index, place }) {
    this.ring.setLatLng(latLng(place)).addTo(this.plan.map);
    const meter = owner.meter ? ", vertical" : "";
    const what = owner.words || owner.name;
    this.write(
      pointFc(owner, this.shown.layer, index),
      `point of ${what}${meter}, ${this.coordinates(place)}`,
      this.judgedAt(owner, index),
    );
  }

  showBetween(place) {
    const fc = gridFc(this.data.grid, this.shown.layer, place);
    if (Number.isNaN(fc)) {
      this.write(null, `no value here, ${this.coordinates(place)}`, "");
      return;
    }
    this.write(fc, `between points, from the display grid, ${this.coordinates(place)}`, "");
    this.reading.prepend(element("span", "about", "\u2248 "));
  }

  /** What is held against a limit at a line's point, and from which layer. */
  judgedAt(owner, index) {
    const limit = this.limits.get(owner.name);
    if (!limit) {
      return "";
    }
    const { light } = this.data;
    const [meter, basis] = limit.layer.match(/^(?:(vertical|both)_)?(.*)$/).slice(1);
    const readings = [];
    if (meter !== "vertical") {
      readings.push(pointFc(owner, basis, index));
    }
    if (meter) {
      readings.push(pointFc(owner, `vertical_${basis}`, index));
    }
    const fc = Math.max(...readings);
    const words = meter === "vertical" ? `${basis} vertical` : basis;
    const over = fc > limit.limit ? ", over the limit of " : ", limit ";
    return `${light.judged(fc, limit.limit)} ${words} is judged here${over}${light.limit(limit.limit)}`;
  }

  nearest([x, y]) {
    const reach = SNAP / this.plan.map.options.crs.scale(this.plan.map.getZoom());
    let best = null;
    let least = reach * reach;
    for (const point of this.points) {
      const away = (point.place[0] - x) ** 2 + (point.place[1] - y) ** 2;
      if (away < least) {
        least = away;
        best = point;
      }
    }
    return best;
  }

  coordinates([x, y]) {
    const [left, bottom] = this.data.origin;
    const { unit } = this.data;
    const decimals = unit === "m" ? 2 : 1;
    return `x ${number(x + left, decimals)}, y ${number(y + bottom, decimals)} ${unit}`;
  }

  write(fc, where, judged) {
    if (fc === null || fc === undefined) {
      this.reading.replaceChildren(element("span", "nothing", "\u2014"));
    } else {
      const { light } = this.data;
      const value = element("data", "", light.text(fc));
      value.value = light.of(fc).toFixed(4);
      this.reading.replaceChildren(value, ` ${light.name} ${this.data.layers[this.shown.layer]}`);
    }
    this.where.textContent = where;
    this.judged.textContent = judged;
  }

  saySoon() {
    clearTimeout(this.saying);
    this.saying = setTimeout(() => {
      const parts = [this.reading, this.where, this.judged].map((part) => part.textContent);
      this.said.textContent = parts.filter(Boolean).join(". ");
    }, SAID_AFTER);
  }
}
