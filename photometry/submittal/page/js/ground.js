// What stands still on the plan: ground, buildings, boundaries, and where limits apply.
/* global L */

import { area, latLng, line } from "./plan.js";
import { svgElement } from "./text.js";

export function buildingsGroup(plan, data) {
  return L.layerGroup(
    data.buildings.map(({ outline, overhead }) =>
      area(plan, "buildings", [outline], overhead ? "building overhead" : "building"),
    ),
  );
}

export function zonesGroup(plan, data) {
  return L.layerGroup(
    data.zones.map((zone) => area(plan, "ground", [zone.outline, ...zone.holes], "zone")),
  );
}

/** Boundaries, roads, dwellings, where limits apply, where they are reached and exceeded. */
export function limitsGroup(plan, data) {
  const group = L.layerGroup();
  for (const rings of data.over) {
    area(plan, "over", rings, "over").addTo(group);
  }
  for (const boundary of data.boundaries) {
    line(plan, "limits", boundary.pavement, "pavement").addTo(group);
    line(plan, "limits", boundary.line, "property").addTo(group);
    boundary.dwellings.forEach((place) => dwelling(place).addTo(group));
  }
  for (const limit of data.limits) {
    const className = limit.kind === "access_points" ? "locus access" : "locus";
    limit.paths.forEach((path) => line(plan, "limits", path, className).addTo(group));
  }
  for (const limit of data.reached) {
    limit.paths.forEach((path) => line(plan, "limits", path, "limit").addTo(group));
  }
  return group;
}

function dwelling(place) {
  const house = svgElement("svg", { viewBox: "-10 -10 20 20", class: "dwelling" });
  house.append(svgElement("path", { d: "M-7 7V-1L0 -8L7 -1V7Z" }));
  const icon = L.divIcon({ className: "plain-icon", html: house, iconSize: [20, 20] });
  return L.marker(latLng(place), { icon, pane: "symbols", interactive: false, keyboard: false });
}
