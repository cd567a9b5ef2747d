// The map: Leaflet over a plain plane, x east and y north, one unit of the site to a unit.
/* global L */

// From the back. Fills lie under the pseudocolour, lines over it, or the lot would hide it.
const PANES = ["ground", "colour", "over", "isolines", "buildings", "limits", "symbols", "marks"];
const FIRST_PANE_Z = 210;
const LARGEST_SCALE = 40; // pixels to a unit
const PADDING = 24;

export const NARROW = window.matchMedia("(max-width: 699px)");
export const CALM = window.matchMedia("(prefers-reduced-motion: reduce)");

export function latLng([x, y]) {
  return L.latLng(y, x);
}

export function latLngs(path) {
  return path.map(latLng);
}

export function createPlan(data) {
  const map = L.map("map", {
    crs: L.CRS.Simple,
    attributionControl: false,
    zoomControl: false,
    zoomSnap: 0.25,
    zoomDelta: 0.5,
    wheelPxPerZoomLevel: 140,
    maxZoom: Math.log2(LARGEST_SCALE),
    minZoom: -8,
    zoomAnimation: !CALM.matches,
    fadeAnimation: false,
    markerZoomAnimation: !CALM.matches,
  });
  L.control.zoom({ zoomInTitle: "Zoom in", zoomOutTitle: "Zoom out" }).addTo(map);
  const renderers = {};
  PANES.forEach((name, place) => {
    const pane = map.createPane(name);
    pane.style.zIndex = FIRST_PANE_Z + 20 * place;
    renderers[name] = L.svg({ pane: name, padding: 0.6 });
  });
  const home = L.latLngBounds(latLngs(extent(data)));
  const { lng, lat } = home.getCenter();
  const plan = { map, renderers, home, middle: [lng, lat], whole: null };
  map.setMaxBounds(home.pad(1.5));
  wholeSite(plan, { animate: false });
  map.setMinZoom(Math.min(map.getZoom(), map.getBoundsZoom(home.pad(1))));
  return plan;
}

/** Show all of the property, clear of the panels that lie over the map. */
export function wholeSite(plan, options = {}) {
  const { map, home } = plan;
  map.once("moveend", () => {
    plan.whole = viewOf(map);
  });
  map.fitBounds(home, {
    paddingTopLeft: [PADDING + (NARROW.matches ? 0 : 30), PADDING],
    paddingBottomRight: [PADDING + covered(map), coveredBelow(map)],
    animate: !CALM.matches,
    ...options,
  });
}

/** After the map's own size has changed: a plan that showed the whole site shows it again. */
export function resized(plan) {
  const wasWhole = plan.whole === viewOf(plan.map);
  plan.map.invalidateSize({ pan: false, animate: false });
  if (wasWhole) {
    wholeSite(plan, { animate: false });
  }
}

/** Move the plan so that a place is in the middle of what is seen, near enough to look round. */
export function goTo({ map, home }, place) {
  const near = map.getBoundsZoom(home) + 0.75;
  const zoom = Math.min(Math.max(map.getZoom(), near), map.getMaxZoom());
  const centre = map.project(latLng(place), zoom).add([covered(map) / 2, 0]);
  map.setView(map.unproject(centre, zoom), zoom, { animate: !CALM.matches });
}

/** Show all of a path, not nearer than a few of its luminaires need. */
export function showAll({ map, home }, path) {
  map.fitBounds(L.latLngBounds(latLngs(path)).pad(0.3), {
    maxZoom: map.getBoundsZoom(home) + 2,
    paddingBottomRight: [covered(map), 0],
    animate: !CALM.matches,
  });
}

function viewOf(map) {
  const { lng, lat } = map.getCenter();
  return `${lng} ${lat} ${map.getZoom()}`;
}

/** Width at the right that the layers' panel covers, pixels; 0 where it leaves too little. */
function covered(map) {
  const panel = document.getElementById("layers");
  if (getComputedStyle(panel).position === "static") {
    return 0; // on paper the legend stands under the map
  }
  const width = panel.offsetWidth + 16;
  return map.getSize().x > 2.5 * width ? width : 0;
}

/** Height at the foot that the read-out and the scale bar cover, or the scale bar alone, pixels. */
function coveredBelow(map) {
  const readout = document.getElementById("readout");
  return readout.offsetTop < map.getSize().y ? 70 : 44;
}

/** A line or an area that only its class gives a look, so that a theme needs no redraw. */
export function line({ renderers }, pane, path, className) {
  return L.polyline(latLngs(path), {
    renderer: renderers[pane],
    className,
    interactive: false,
    smoothFactor: 0.5,
  });
}

export function area({ renderers }, pane, rings, className) {
  return L.polygon(rings.map(latLngs), {
    renderer: renderers[pane],
    className,
    interactive: false,
    smoothFactor: 0.5,
  });
}

/** What has to be seen at first: the property, what stands on it, and the lines judged. */
function extent(data) {
  const paths = data.boundaries.flatMap((boundary) => [boundary.line, boundary.pavement]);
  paths.push(...data.limits.flatMap((limit) => limit.paths));
  if (!paths.length) {
    paths.push(...data.zones.map((zone) => zone.outline));
    paths.push(data.heads.map((head) => head.at));
  }
  const { x, y, step, columns, rows } = data.grid;
  return paths.flat().length > 1
    ? paths.flat()
    : [[x, y], [x + step * (columns - 1), y + step * (rows - 1)]];
}
