// Lines of equal illuminance of one layer.
/* global L */

import { line } from "./plan.js";

export function isolinesGroup(plan, data, layer) {
  return L.layerGroup(
    data.isolines[layer].flatMap(({ level, paths }) =>
      paths.map((path) => line(plan, "isolines", path, isolineClass(level))),
    ),
  );
}

export function isolineClass(level) {
  return `isoline level-${String(level).replace(".", "-")}`;
}
