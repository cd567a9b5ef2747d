// The list of findings, and the open one on the map: its witness, and who gives most light there.
/* global L */

import { goTo, latLng, latLngs, line, showAll } from "./plan.js";
import { element } from "./text.js";

export class Findings {
  constructor(plan, data, readout) {
    Object.assign(this, { plan, data, readout });
    this.marks = L.layerGroup().addTo(plan.map);
    this.heads = new Map(data.heads.map((head) => [head.id, head]));
    this.rows = [...document.querySelectorAll(".finding .row")];
    this.open = null;
    this.rows.forEach((row) => row.addEventListener("click", () => this.toggle(row)));
    for (const button of document.querySelectorAll("[data-goto]")) {
      button.addEventListener("click", () => {
        this.visit(button.dataset);
        plan.map.getContainer().parentElement.scrollIntoView({ block: "nearest" });
      });
    }
    for (const button of document.querySelectorAll("[data-to-plan]")) {
      button.addEventListener("click", () => {
        plan.map.getContainer().focus({ preventScroll: true });
        plan.map.getContainer().parentElement.scrollIntoView({ block: "nearest" });
      });
    }
    this.listenToFilters();
    this.draw();
  }

  toggle(row) {
    const before = this.open;
    if (before) {
      this.setOpen(before, false);
    }
    this.open = before === row ? null : row;
    if (this.open) {
      this.setOpen(row, true);
      row.closest(".finding").scrollIntoView({ block: "nearest" });
      this.show(this.data.findings[row.id]);
    }
    this.readout.readFinding(this.open && this.data.findings[this.open.id]);
    this.draw();
  }

  setOpen(row, isOpen) {
    row.setAttribute("aria-expanded", String(isOpen));
    document.getElementById(row.getAttribute("aria-controls")).hidden = !isOpen;
    row.closest(".finding").classList.toggle("open", isOpen);
  }

  /** Move the plan to where a finding is. */
  show(finding) {
    if (finding.at) {
      goTo(this.plan, finding.at);
    } else if (finding.heads) {
      const places = finding.heads.map((name) => this.heads.get(name).stand);
      if (places.length === 1) {
        goTo(this.plan, places[0]);
      } else {
        showAll(this.plan, places);
      }
    } else if (finding.place) {
      const [kind, name] = finding.place;
      this.visit({ goto: kind, name });
    }
  }

  /** Move the plan to something that is named: a luminaire, a zone, a line, a boundary. */
  visit({ goto: kind, name }) {
    const found = {
      head: this.data.heads.find((head) => head.id === name),
      zone: this.data.zones.find((zone) => zone.name === name),
      line: this.data.lines.find((known) => known.name === name),
      boundary: this.data.boundaries.find((boundary) => boundary.id === name),
    }[kind];
    if (!found) {
      return;
    }
    if (kind === "head") {
      goTo(this.plan, found.stand);
      this.draw(found);
    } else {
      showAll(this.plan, found.outline || found.line || found.points);
    }
  }

  /** Draw the marks: small rings at what fails, a ring with a cross at the open finding. */
  draw(visited = null) {
    this.marks.clearLayers();
    for (const rows of this.failures().values()) {
      const ring = this.ring(this.data.findings[rows[0].id].at, 6, "mark other", true);
      const titles = rows.map((row) => row.querySelector(".title").textContent);
      ring.bindTooltip(element("span", "", [...new Set(titles)].join("; ")));
      ring.on("click", () => this.choose(rows[0]));
    }
    if (this.open) {
      this.drawOpen(this.data.findings[this.open.id]);
    }
    if (visited) {
      this.ring(visited.stand, 16, "mark visited");
    }
  }

  /** What fails and is not open, by where it was judged: one ring stands for all at a place. */
  failures() {
    const found = new Map();
    for (const row of this.rows) {
      const { status, at } = this.data.findings[row.id];
      if (status === "fail" && at && row !== this.open) {
        found.set(`${at}`, [...(found.get(`${at}`) || []), row]);
      }
    }
    return found;
  }

  drawOpen(finding) {
    const className = `mark ${finding.status}`;
    if (finding.at) {
      for (const index of finding.rays || []) {
        const path = [finding.at, this.data.heads[index].at];
        line(this.plan, "marks", path, `ray ${finding.status}`).addTo(this.marks);
      }
      this.ring(finding.at, 10, className);
      this.cross(finding.at, className);
    }
    for (const name of finding.heads || []) {
      this.ring(this.heads.get(name).stand, 14, className);
    }
  }

  ring(place, radius, className, interactive = false) {
    const renderer = this.plan.renderers.marks;
    return L.circleMarker(latLng(place), { renderer, radius, className, interactive }).addTo(
      this.marks,
    );
  }

  /** A cross of fixed size on the screen is two lines that follow the zoom. */
  cross(place, className) {
    const { map, renderers } = this.plan;
    const reach = 4 / map.options.crs.scale(map.getZoom());
    const [x, y] = place;
    for (const [dx, dy] of [[reach, 0], [0, reach]]) {
      const ends = latLngs([[x - dx, y - dy], [x + dx, y + dy]]);
      L.polyline(ends, { renderer: renderers.marks, className, interactive: false }).addTo(
        this.marks,
      );
    }
  }

  /** Open a finding from the map: its tab comes forward and its row into view. */
  choose(row) {
    document.getElementById("tab-findings").click();
    this.filter(null);
    if (row !== this.open) {
      this.toggle(row);
    }
    row.scrollIntoView({ block: "nearest" });
    row.focus();
  }

  listenToFilters() {
    this.filters = [...document.querySelectorAll("[data-filter]")];
    for (const filter of this.filters) {
      filter.addEventListener("click", () => {
        document.getElementById("tab-findings").click();
        this.filter(filter.getAttribute("aria-pressed") === "true" ? null : filter);
      });
    }
    document.querySelector("[data-filter-off]").addEventListener("click", () => {
      this.filter(null);
      this.rows[0]?.focus();
    });
  }

  /** Show only the findings of one verdict; null for all. */
  filter(chosen) {
    for (const filter of this.filters) {
      filter.setAttribute("aria-pressed", String(filter === chosen));
    }
    for (const row of this.rows) {
      const item = row.closest(".finding");
      item.hidden = chosen !== null && item.dataset.status !== chosen.dataset.filter;
    }
    const note = document.querySelector(".filtered");
    note.hidden = chosen === null;
    note.querySelector(".filter-word").textContent = chosen ? chosen.textContent.trim() : "";
  }
}
