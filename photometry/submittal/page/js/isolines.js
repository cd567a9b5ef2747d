// Lines of equal illuminance of one layer.
/* global L */

import { line } from "./plan.js";

export function isolinesGroup(plan, data, layer) {
  return L.layerGroup(
    data.isolines[layer].flatMap(({ level, paths }) =>
      paths.map((path) => line(plan, "isolines", path, isolineClass(data, level))),
    ),
  );
}

export function isolineClass({ light }, level) {
  return `isoline rank-${light.rank(level)}`;
}
