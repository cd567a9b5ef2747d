// The page's script: it reads the data, draws the plan and ties the lists to it.
/* global L */

import { colourOverlay } from "./colour.js";
import { readData } from "./data.js";
import { Findings } from "./findings.js";
import { addFurniture } from "./furniture.js";
import { buildingsGroup, limitsGroup, zonesGroup } from "./ground.js";
import { isolinesGroup } from "./isolines.js";
import { Labels } from "./labels.js";
import { drawLegend } from "./legend.js";
import { createPlan, resized } from "./plan.js";
import { listenToPrinting } from "./printing.js";
import { Readout } from "./readout.js";
import { luminairesGroup } from "./symbols.js";
import { listenToTables } from "./tables.js";
import { listenToTabs } from "./tabs.js";

const FIRST_LAYER = "maintained";

function start() {
  document.documentElement.classList.add("scripted");
  const data = readData();
  // What the map shows: a layer of illuminance, and which kinds of drawing.
  const shown = { layer: FIRST_LAYER in data.layers ? FIRST_LAYER : Object.keys(data.layers)[0] };
  const boxes = [...document.querySelectorAll("[data-layer]")];
  boxes.forEach((box) => {
    shown[box.dataset.layer] = box.checked;
  });
  const plan = createPlan(data);
  const groups = {
    isolines: L.layerGroup(),
    colour: L.layerGroup(),
    values: L.layerGroup(),
    luminaires: luminairesGroup(plan, data),
    limits: limitsGroup(plan, data),
    buildings: buildingsGroup(plan, data),
  };
  zonesGroup(plan, data).addTo(plan.map);
  addFurniture(plan, data);
  const labels = new Labels(plan, data, shown);
  const readout = new Readout(plan, data, shown);
  new Findings(plan, data, readout);

  const drawn = { isolines: new Map(), colour: new Map() };
  const remembered = (kind, make) => {
    if (!drawn[kind].has(shown.layer)) {
      drawn[kind].set(shown.layer, make());
    }
    return drawn[kind].get(shown.layer);
  };
  const redraw = () => {
    for (const [name, group] of Object.entries(groups)) {
      if (shown[name]) {
        group.addTo(plan.map);
      } else {
        group.remove();
      }
    }
    groups.isolines.clearLayers();
    groups.colour.clearLayers();
    if (shown.isolines) {
      groups.isolines.addLayer(remembered("isolines", () => isolinesGroup(plan, data, shown.layer)));
    }
    if (shown.colour) {
      groups.colour.addLayer(remembered("colour", () => colourOverlay(data, shown.layer)));
    }
    document.getElementById("map").classList.toggle("coloured", shown.colour);
    drawLegend(data, shown);
    labels.redraw();
    readout.show();
  };

  const scenes = [...document.querySelectorAll("[data-scene]")];
  const chooseScene = (layer) => {
    shown.layer = layer;
    for (const scene of scenes) {
      scene.setAttribute("aria-pressed", String(scene.dataset.scene === layer));
    }
    redraw();
  };
  scenes.forEach((scene) => {
    scene.addEventListener("click", () => chooseScene(scene.dataset.scene));
  });
  boxes.forEach((box) => {
    box.addEventListener("change", () => {
      shown[box.dataset.layer] = box.checked;
      redraw();
    });
  });
  listenToLayersButton();
  listenToTables();
  listenToTabs(() => resized(plan));
  listenToPrinting(plan);
  chooseScene(shown.layer);
}

function listenToLayersButton() {
  const button = document.querySelector(".layers-button");
  button.addEventListener("click", () => {
    const isOpen = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(isOpen));
    document.getElementById("layers").classList.toggle("open", isOpen);
  });
}

start();
