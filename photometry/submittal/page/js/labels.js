// All text on the map, placed anew at every move: tags, names, limits, isolines, values.
// Text is HTML over the drawing: it keeps its size, takes the theme, prints and can be found.
/* global L */

import { largestFc, pointFc } from "./data.js";
import { isolineClass } from "./isolines.js";
import { Occupancy } from "./occupancy.js";
import { NARROW, latLng } from "./plan.js";
import { element } from "./text.js";

const LINE_GAP = 300; // pixels along a line from label to label
const TRY_STEP = 12;
const END_ROOM = 4; // pixels that a label keeps from the ends of its share
const STRAIGHT = 0.96; // chord to length, under which a line bends too much for a label
const BESIDE = 12; // pixels from a line to a name beside it
const VALUE_GAP = 3; // pixels from value to value
const ZONE_DECIMALS = 1; // as on the sheets: zones overlap, and their values are read together
const MOST_STRIDE = 6; // of a lattice of which fewer values would say nothing
const VALUE_SPARE = 4; // pixels of its box that a value may share: its lattice keeps it apart
const STATION_ROOM = 40;
const TAG_REACH = 17;
// What lies over the map, on the screen and on paper.
const FURNITURE = ".leaflet-control, .layers, .layers-button, .readout";

export class Labels {
  constructor(plan, data, shown) {
    this.plan = plan;
    this.data = data;
    this.shown = shown;
    this.pane = plan.map.createPane("labels");
    this.pane.style.zIndex = 450;
    this.pane.classList.add("leaflet-zoom-hide");
    this.pane.setAttribute("aria-hidden", "true"); // the tables say the same in order
    this.sizes = new Map();
    plan.map.on("moveend zoomend resize", () => this.redraw());
  }

  redraw() {
    const { map } = this.plan;
    const size = map.getSize();
    this.corner = map.containerPointToLayerPoint([0, 0]);
    this.room = new Occupancy(size.x, size.y);
    this.view = map.getBounds();
    this.texts = document.createDocumentFragment();
    const { data, shown } = this;
    this.furniture();
    if (shown.buildings) {
      this.names(data.buildings.filter(({ overhead }) => !overhead));
    }
    if (shown.luminaires) {
      this.tags();
    }
    if (shown.buildings) {
      this.names(data.buildings.filter(({ overhead }) => overhead)); // luminaires are under these
    }
    if (shown.limits) {
      this.limitNames(data);
    }
    if (shown.isolines) {
      data.isolines[shown.layer].forEach(({ level, paths }) =>
        this.along(paths, String(level), `isoline-name ${isolineClass(data, level)}`),
      );
      // A value may not stand over a line that it is not the value of.
      data.isolines[shown.layer].forEach(({ paths }) => this.takeLines(paths));
    }
    if (shown.values) {
      data.zones.forEach((zone) => this.zoneValues(zone));
      data.lines.forEach((line) => this.lineValues(line));
    }
    this.pane.replaceChildren(this.texts);
  }

  /** The limits' values on the lines where they are reached, then names beside the others. */
  limitNames({ boundaries, limits, reached }) {
    this.takeLines(boundaries.flatMap(({ line, pavement }) => [line, pavement]));
    this.takeLines(limits.flatMap(({ paths }) => paths));
    for (const { paths, label } of reached) {
      this.along(paths, label, "limit-name");
      this.takeLines(paths);
    }
    limits.forEach(({ paths, words }) => this.beside(paths, words, "locus-name"));
    boundaries.forEach(({ line, beyond, id }) =>
      this.beside([line], beyond ? `${id}: ${beyond}` : id, "boundary-name"),
    );
  }

  /** Take the room under lines of the plan. */
  takeLines(paths) {
    paths.forEach((path) => this.room.takeLine(path.map((place) => this.onScreen(place))));
  }

  /** Take the room under what lies over the map: scale, arrow, buttons and panels. */
  furniture() {
    const stage = this.plan.map.getContainer().parentElement;
    const { left, top } = this.plan.map.getContainer().getBoundingClientRect();
    for (const piece of stage.querySelectorAll(FURNITURE)) {
      const { x, y, width, height } = piece.getBoundingClientRect();
      if (width) {
        this.room.take({ x: x - left + width / 2, y: y - top + height / 2, width, height });
      }
    }
  }

  /** Place of a point of the plan on the screen, pixels from the map's upper left corner. */
  onScreen(place) {
    return this.plan.map.latLngToContainerPoint(latLng(place));
  }

  /** Write a text if its place is free; tell whether it was. */
  write(text, at, className, angle = 0, spare = 0) {
    const box = { ...this.measure(text, className), x: at.x, y: at.y, angle };
    const needed = { ...box, width: box.width - spare, height: box.height - spare };
    if (!this.room.isFree(needed)) {
      return false;
    }
    // Beside other text a value may lie closer than its box, which names must not suffer.
    this.room.take(
      spare ? needed : { ...box, width: box.width + VALUE_SPARE, height: box.height + VALUE_SPARE },
    );
    const label = element("span", `label ${className}`, text);
    const x = this.corner.x + at.x - box.width / 2;
    const y = this.corner.y + at.y - box.height / 2;
    const turn = angle ? ` rotate(${angle}rad)` : "";
    label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)${turn}`;
    this.texts.append(label);
    return true;
  }

  /** Width and height of a text: heights are measured once a class, widths once a text. */
  measure(text, className) {
    if (!this.sizes.has(className)) {
      const probe = element("span", `label ${className}`, "n");
      this.pane.append(probe);
      const style = getComputedStyle(probe);
      const context = document.createElement("canvas").getContext("2d");
      context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      this.sizes.set(className, { context, height: probe.offsetHeight, widths: new Map() });
      probe.remove();
    }
    const { context, height, widths } = this.sizes.get(className);
    if (!widths.has(text)) {
      widths.set(text, context.measureText(text).width + 3);
    }
    return { width: widths.get(text), height };
  }

  /** Take the symbols' room, then tag each pole on the side that its heads do not face. */
  tags() {
    const size = Number(this.plan.map.getContainer().style.getPropertyValue("--symbol")) || 1;
    const poles = new Map();
    for (const head of this.data.heads) {
      const key = `${head.pole} ${head.stand}`;
      poles.set(key, [...(poles.get(key) || []), head]);
      const turn = (-head.turn * Math.PI) / 180;
      const at = this.onScreen(head.stand);
      const reach = 14 * size;
      this.room.take({
        x: at.x + reach * Math.cos(turn),
        y: at.y + reach * Math.sin(turn),
        width: 34 * size,
        height: 12 * size,
        angle: turn,
      });
    }
    for (const heads of poles.values()) {
      const at = this.onScreen(heads[0].stand);
      const turn = (-heads[0].turn * Math.PI) / 180;
      const sides = [Math.PI, Math.PI / 2, -Math.PI / 2, 2.5, -2.5, 0.8, -0.8, 0];
      const { width, height } = this.measure(heads[0].pole, "tag");
      sides.some((side) => {
        const [across, down] = [Math.cos(turn + side), Math.sin(turn + side)];
        const x = at.x + across * (TAG_REACH * size + width / 2);
        const y = at.y + down * (TAG_REACH * size + height / 2);
        return this.write(heads[0].pole, { x, y }, "tag");
      });
    }
  }

  names(buildings) {
    buildings.forEach(({ outline, name }) => this.inside(outline, name, "name"));
  }

  /** Write a name in the middle of an outline, where it is wide enough. */
  inside(outline, name, className) {
    const points = outline.map((place) => this.onScreen(place));
    const bounds = L.bounds(points);
    if (bounds.getSize().x > this.measure(name, className).width) {
      this.write(name, bounds.getCenter(), className);
    }
  }

  /** Write a text along lines, as often as there is room. */
  along(paths, text, className) {
    for (const path of paths) {
      this.onPath(path, text, className, LINE_GAP, 0);
    }
  }

  /** Write a text once, beside the first line with a straight and free stretch, outside first. */
  beside(paths, text, className) {
    const middle = this.onScreen(this.plan.middle);
    paths.some((path) => {
      const line = path.map((place) => this.onScreen(place));
      const half = line[Math.floor(line.length / 2)];
      const before = line[Math.floor(line.length / 2) - 1];
      // Text is turned to be read from below or the right; so is its other side.
      const isUpright = half.x > before.x || (half.x === before.x && half.y < before.y);
      const along = isUpright ? half.subtract(before) : before.subtract(half);
      const away = half.subtract(middle);
      const side = Math.sign(along.x * away.y - along.y * away.x) || 1;
      return [side, -side].some((sign) =>
        this.onPath(path, text, className, Infinity, sign * BESIDE),
      );
    });
  }

  /** Write a text along or beside a path, once in each share of its length. */
  onPath(path, text, className, gap, beside) {
    const line = measured(path.map((place) => this.onScreen(place)));
    const { width } = this.measure(text, className);
    const wrote = shares(line.length, width, gap).filter((middles) =>
      middles.some((middle) => {
        const place = placeOn(line, middle, width, beside);
        return place !== null && this.write(text, place, className, place.angle);
      }),
    );
    return wrote.length > 0;
  }

  /** Write a zone's values, at every so many points of its lattice that the widest has room. */
  zoneValues(zone) {
    const { layer } = this.shown;
    const { light } = this.data;
    const spacing = zone.spacing * this.scale();
    const widest = largestFc(zone, layer);
    const width = this.measure(light.text(widest, ZONE_DECIMALS), "value").width + VALUE_GAP;
    const stride = Math.ceil(width / spacing);
    if (stride > (NARROW.matches ? 1 : MOST_STRIDE)) {
      return;
    }
    zone.points.forEach((place, i) => {
      const [column, row] = zone.lattice[i];
      if (column % stride === 0 && row % stride === 0 && this.isSeen(place)) {
        this.value(place, pointFc(zone, layer, i), ZONE_DECIMALS);
      }
    });
  }

  lineValues(line) {
    const { layer } = this.shown;
    const [first, second] = line.points;
    if (!second || Math.hypot(second[0] - first[0], second[1] - first[1]) * this.scale() < STATION_ROOM) {
      return;
    }
    line.points.forEach((place, i) => {
      if (this.isSeen(place)) {
        this.value(place, pointFc(line, layer, i), 2);
      }
    });
  }

  value(place, fc, decimals) {
    // A dim point keeps its second decimal: 0.0 would say that it is dark.
    const text = this.data.light.text(fc, fc > 0 && fc < 0.1 ? 2 : decimals);
    this.write(text, this.onScreen(place), "value", 0, VALUE_SPARE);
  }

  /** Tell whether a place is in view; of many points most are not, and this is quick. */
  isSeen([x, y]) {
    const { view } = this;
    return x >= view.getWest() && x <= view.getEast() && y >= view.getSouth() && y <= view.getNorth();
  }

  scale() {
    return this.plan.map.options.crs.scale(this.plan.map.getZoom());
  }
}

/** A line of pixels with the distance of each point from its start. */
function measured(points) {
  const distances = [0];
  for (let i = 1; i < points.length; i += 1) {
    distances.push(distances[i - 1] + points[i].distanceTo(points[i - 1]));
  }
  return { points, distances, length: distances[distances.length - 1] };
}

function pointAt({ points, distances }, distance) {
  let [low, high] = [0, distances.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    [low, high] = distances[middle] < distance ? [middle, high] : [low, middle];
  }
  const part = (distance - distances[low]) / (distances[high] - distances[low] || 1);
  const [from, to] = [points[low], points[high]];
  return L.point(from.x + part * (to.x - from.x), from.y + part * (to.y - from.y));
}

/** Place and turn of a text about a distance along a line; null where the line bends there. */
function placeOn(line, middle, width, beside) {
  const from = pointAt(line, middle - width / 2);
  const to = pointAt(line, middle + width / 2);
  if (from.distanceTo(to) < STRAIGHT * width) {
    return null;
  }
  let angle = Math.atan2(to.y - from.y, to.x - from.x);
  if (angle > Math.PI / 2 || angle <= -Math.PI / 2) {
    angle += angle > 0 ? -Math.PI : Math.PI; // to be read from below or from the right
  }
  return {
    x: (from.x + to.x) / 2 - beside * Math.sin(angle),
    y: (from.y + to.y) / 2 + beside * Math.cos(angle),
    angle,
  };
}

/** Distances to try a label at, for each share of a line: its middle, then away from it. */
function shares(length, width, gap) {
  const count = Number.isFinite(gap) ? Math.max(1, Math.round(length / gap)) : 1;
  const share = length / count;
  return Array.from({ length: count }, (_, i) => {
    const middles = [];
    for (let away = 0; away <= (share - width) / 2 - END_ROOM; away += TRY_STEP) {
      middles.push((i + 0.5) * share + away, (i + 0.5) * share - away);
    }
    return middles;
  });
}
