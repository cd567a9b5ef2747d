// The data that the page carries, decoded: lines in the plan's coordinates, numbers in fc.
// Coordinates are [x, y] in the site's unit from a whole origin; see html_encode.py.

import { Light } from "./light.js";

const SHAPE_PART = 0.01;
const POINT_PART = 0.001;
const FC_PART = 1e-4;
const NO_VALUE = 0xffff;

export function readData() {
  const raw = JSON.parse(document.getElementById("plan-data").textContent);
  return {
    ...raw,
    light: new Light(raw.light),
    grid: decodeGrid(raw.grid),
    isolines: mapValues(raw.isolines, (levels) =>
      levels.map(([level, paths]) => ({ level, paths: paths.map(decodeShape) })),
    ),
    zones: raw.zones.map((zone) => ({
      ...zone,
      outline: decodeShape(zone.outline),
      holes: zone.holes.map(decodeShape),
      points: decodePoints(zone.points),
      lattice: decodeRuns(zone.lattice, 1),
      fc: mapValues(zone.fc, decodeNumbers),
    })),
    lines: raw.lines.map((line) => ({
      ...line,
      points: decodePoints(line.points),
      fc: mapValues(line.fc, decodeNumbers),
    })),
    buildings: raw.buildings.map((building) => ({
      ...building,
      outline: decodeShape(building.outline),
    })),
    boundaries: raw.boundaries.map((boundary) => ({
      ...boundary,
      line: decodeShape(boundary.line),
      pavement: decodeShape(boundary.pavement),
    })),
    limits: raw.limits.map((limit) => ({ ...limit, paths: limit.paths.map(decodeShape) })),
    reached: raw.reached.map((limit) => ({ ...limit, paths: limit.paths.map(decodeShape) })),
    over: raw.over.map((area) => area.map(decodeShape)),
  };
}

/** Illuminance of a zone's or a line's point, fc; undefined where it has no such layer. */
export function pointFc(place, layer, index) {
  const values = place.fc[layer];
  return values && values[index] * FC_PART;
}

/** Largest illuminance of a zone's points, fc. There may be more of them than a call takes. */
export function largestFc(zone, layer) {
  return zone.fc[layer].reduce((most, value) => Math.max(most, value), 0) * FC_PART;
}

/** Illuminance of a finding's witness, fc. */
export function witnessFc(finding, layer) {
  return finding.fc[layer] * FC_PART;
}

function decodeShape(steps) {
  return decodePath(steps, SHAPE_PART);
}

function decodePoints(steps) {
  return decodeRuns(steps, POINT_PART);
}

/** Runs of equal steps: x, y and how often. */
function decodeRuns(runs, part) {
  const points = [];
  let x = 0;
  let y = 0;
  for (let i = 0; i < runs.length; i += 3) {
    for (let n = 0; n < runs[i + 2]; n += 1) {
      x += runs[i];
      y += runs[i + 1];
      points.push([x * part, y * part]);
    }
  }
  return points;
}

function decodePath(steps, part) {
  const points = [];
  let x = 0;
  let y = 0;
  for (let i = 0; i < steps.length; i += 2) {
    x += steps[i];
    y += steps[i + 1];
    points.push([x * part, y * part]);
  }
  return points;
}

function decodeGrid(grid) {
  return { ...grid, values: mapValues(grid.values, decodeWords) };
}

/** Base64 of 16-bit little-endian words, whatever the machine's own order. */
function decodeWords(text) {
  const bytes = atob(text);
  const words = new Uint16Array(bytes.length / 2);
  for (let i = 0; i < words.length; i += 1) {
    words[i] = bytes.charCodeAt(2 * i) + 256 * bytes.charCodeAt(2 * i + 1);
  }
  return words;
}

/** Base64 of little-endian numbers, after how many bytes each has. */
function decodeNumbers(text) {
  const [width, encoded] = text.split(":");
  const bytes = atob(encoded);
  const numbers = new Uint32Array(bytes.length / width);
  for (let i = 0; i < bytes.length; i += 1) {
    numbers[Math.floor(i / width)] += bytes.charCodeAt(i) * 256 ** (i % width);
  }
  return numbers;
}

/** Value of a grid's node, fc; NaN inside buildings. */
export function nodeFc(grid, layer, column, row) {
  const word = grid.values[layer][row * grid.columns + column];
  return word === NO_VALUE ? NaN : word * grid.fcStep[layer];
}

/** Bilinear value between the grid's nodes, fc; NaN beyond it and inside buildings. */
export function gridFc(grid, layer, [x, y]) {
  const across = (x - grid.x) / grid.step;
  const up = (y - grid.y) / grid.step;
  if (!(across >= 0 && up >= 0 && across <= grid.columns - 1 && up <= grid.rows - 1)) {
    return NaN;
  }
  const column = Math.min(Math.floor(across), grid.columns - 2);
  const row = Math.min(Math.floor(up), grid.rows - 2);
  const f = across - column;
  const g = up - row;
  const at = (i, j) => nodeFc(grid, layer, column + i, row + j);
  return (1 - g) * ((1 - f) * at(0, 0) + f * at(1, 0)) + g * ((1 - f) * at(0, 1) + f * at(1, 1));
}

export function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
