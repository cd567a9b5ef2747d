// The legend: only what the plan shows now.

import { colourScale } from "./colour.js";
import { isolineClass } from "./isolines.js";
import { element, svgElement } from "./text.js";

const WIDTH = 40;

export function drawLegend(data, shown) {
  const { light } = data;
  const list = document.querySelector(".legend");
  const items = [];
  if (shown.isolines) {
    for (const { level } of data.isolines[shown.layer]) {
      items.push(item(sample(isolineClass(data, level)), `${level} ${light.name}`));
    }
  }
  if (shown.limits) {
    for (const [basis, limits] of reachedByLayer(data)) {
      items.push(item(sample("limit"), `limit reached, ${basis}: ${limitsText(light, limits)}`));
    }
    if (data.limits.some(({ kind }) => kind !== "access_points")) {
      items.push(item(sample("locus"), "where a limit applies"));
    }
    if (data.limits.some(({ kind }) => kind === "access_points")) {
      items.push(item(sample("locus access"), "at a site access"));
    }
    if (data.over.length) {
      items.push(item(block("over"), "over the limit"));
    }
    if (data.boundaries.some(({ dwellings }) => dwellings.length)) {
      items.push(item(house(), "dwelling"));
    }
    if (data.boundaries.length) {
      items.push(item(sample("property"), "property line"));
    }
  }
  if (shown.colour) {
    items.push(scale(light));
  }
  list.replaceChildren(...items);
}

/** Limits whose contour is on the plan, by the layer that is held against them. */
function reachedByLayer(data) {
  const found = new Map();
  for (const { limit, layer, paths } of data.reached) {
    if (paths.length) {
      found.set(layer, [...new Set([...(found.get(layer) || []), limit])].sort((a, b) => a - b));
    }
  }
  return found;
}

/** One unit for all of them, or both units for each. */
function limitsText(light, limits) {
  return light.perFc === 1
    ? `${limits.join(", ")} fc`
    : limits.map((limit) => light.limit(limit)).join(", ");
}

function item(picture, words) {
  const made = element("li", "");
  made.append(picture, element("span", "", words));
  return made;
}

function picture(height) {
  return svgElement("svg", { viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height });
}

function sample(className) {
  const drawn = picture(10);
  drawn.append(svgElement("path", { class: className, d: `M1 5H${WIDTH - 1}` }));
  return drawn;
}

function block(className) {
  const drawn = picture(10);
  drawn.append(svgElement("rect", { class: className, width: WIDTH, height: 10 }));
  return drawn;
}

function house() {
  const drawn = picture(16);
  drawn.append(svgElement("path", { class: "house", d: "M13 15V7L20 0.8L27 7V15Z" }));
  return drawn;
}

function scale(light) {
  const { colours, marks } = colourScale(light);
  const made = element("li", "scale");
  const [width, height] = [180, 26];
  const drawn = svgElement("svg", { viewBox: `0 0 ${width} ${height}`, class: "colour-scale" });
  const gradient = svgElement("linearGradient", { id: "cividis" });
  for (const [offset, colour] of colours) {
    gradient.append(svgElement("stop", { offset, "stop-color": colour }));
  }
  drawn.append(gradient, svgElement("rect", { width, height: 9, fill: "url(#cividis)" }));
  for (const [place, words] of marks) {
    const text = svgElement("text", { x: place * width, y: 22, "text-anchor": "middle" });
    text.textContent = words;
    drawn.append(text);
  }
  made.append(drawn);
  return made;
}
