// Luminaires as symbols of one size, turned to where lateral angle 0 looks.
/* global L */

import { latLng } from "./plan.js";
import { element, svgElement } from "./text.js";

const SIZE = 72;
const SMALLEST = 0.4; // of full size, where the whole site is small on the screen
const FULL_SCALE = 4; // pixels to a foot from which symbols have their full size

export function luminairesGroup(plan, data) {
  const group = L.layerGroup(data.heads.map((head) => marker(head, data.unit)));
  const resize = () => {
    const scale = plan.map.options.crs.scale(plan.map.getZoom());
    const size = Math.min(1, Math.max(SMALLEST, scale / data.feet / FULL_SCALE));
    plan.map.getContainer().style.setProperty("--symbol", size);
  };
  plan.map.on("zoomend", resize);
  resize();
  return group;
}

function marker(head, unit) {
  const symbol = svgElement("svg", {
    viewBox: `${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`,
    class: "luminaire",
  });
  const turned = svgElement("g", { transform: `rotate(${-head.turn})` });
  turned.append(...body(head.body, head.filling));
  symbol.append(turned);
  const icon = L.divIcon({ className: "plain-icon", html: symbol, iconSize: [SIZE, SIZE] });
  const placed = L.marker(latLng(head.stand), { icon, pane: "symbols", keyboard: false });
  const words = `${head.id}, type ${head.type}, mounting height ${head.height} ${unit}`;
  return placed.bindTooltip(element("span", "", words), { direction: "top", offset: [0, -8] });
}

/** Pole, arm and head, or what stands for them; the tick points to lateral angle 0. */
function body(kind, filling) {
  const dot = filling === "plain" ? "solid" : "hollow";
  if (kind === "wall") {
    return [
      svgElement("path", { class: dot, d: "M0 -8A8 8 0 0 1 0 8Z" }),
      ...inside(filling, 3.4),
      tick(8),
    ];
  }
  if (kind === "canopy") {
    return [
      svgElement("rect", { class: "hollow", x: -7, y: -7, width: 14, height: 14 }),
      svgElement("circle", { class: "solid", r: filling === "plain" ? 4.6 : 2 }),
      tick(7),
    ];
  }
  if (kind === "bollard" || kind === "post_top") {
    const radius = kind === "bollard" ? 6 : 8;
    return [
      svgElement("circle", { class: "hollow", r: radius }),
      svgElement("circle", { class: "solid", r: filling === "plain" ? radius / 2 : 1.6 }),
      tick(radius),
    ];
  }
  const outline =
    kind === "flood" ? "M9 -2L22 -6.5V6.5L9 2Z" : "M9 -5.2H22V5.2H9Z";
  return [
    svgElement("path", { class: "stem", d: "M0 0H9" }),
    svgElement("circle", { class: "solid", r: 3.8 }),
    svgElement("path", { class: dot, d: outline }),
    ...(filling === "shielded"
      ? [svgElement("path", { class: "solid", d: "M9 -5.2H15.5V5.2H9Z" })]
      : inside(filling, 15.5)),
    tick(22),
  ];
}

function inside(filling, x) {
  return filling === "entrance" ? [svgElement("circle", { class: "solid", cx: x, r: 1.8 })] : [];
}

function tick(from) {
  return svgElement("path", { class: "stem", d: `M${from} 0H${from + 9}` });
}
