// North arrow, scale bar and the way back to the whole site.
/* global L */

import { wholeSite } from "./plan.js";
import { element, svgElement } from "./text.js";

const LONGEST_BAR = 120; // pixels
const STEPS = [1, 2, 5];

export function addFurniture(plan, data) {
  const home = L.control({ position: "topleft" });
  home.onAdd = () => {
    const box = element("div", "leaflet-bar home");
    const button = element("button", "", "Fit");
    button.type = "button";
    button.title = "Show the whole site";
    button.addEventListener("click", () => wholeSite(plan));
    box.append(button);
    L.DomEvent.disableClickPropagation(box);
    return box;
  };
  home.addTo(plan.map);
  const north = L.control({ position: "bottomright" });
  north.onAdd = () => {
    const box = element("div", "north");
    box.append(scaleBar(plan, data.unit), arrow(data.north));
    return box;
  };
  north.addTo(plan.map);
}

function arrow(northDeg) {
  const drawn = svgElement("svg", { viewBox: "-22 -22 44 44", role: "img", "aria-label": "North" });
  const turned = svgElement("g", { transform: `rotate(${90 - northDeg})` });
  turned.append(
    svgElement("path", { class: "solid", d: "M0 -13L-5 10L0 6Z" }),
    svgElement("path", { class: "hollow", d: "M0 -13L5 10L0 6Z" }),
  );
  const letter = svgElement("text", { x: 0, y: 21, "text-anchor": "middle" });
  letter.textContent = "N";
  drawn.append(turned, letter);
  return drawn;
}

function scaleBar(plan, unit) {
  const bar = element("span", "scale-bar");
  const redraw = () => {
    const scale = plan.map.options.crs.scale(plan.map.getZoom());
    const longest = LONGEST_BAR / scale;
    const tens = 10 ** Math.floor(Math.log10(longest));
    const length = Math.max(...STEPS.map((step) => step * tens).filter((it) => it <= longest));
    bar.textContent = `${length} ${unit}`;
    bar.style.width = `${length * scale}px`;
  };
  plan.map.on("zoomend", redraw);
  redraw();
  return bar;
}
