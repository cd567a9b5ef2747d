// The pseudocolour image: cividis, which looks the same to the colour-blind, on a log scale.
/* global L */

import { nodeFc } from "./data.js";
import { latLng } from "./plan.js";

const LOWEST_FC = 0.05;
const HIGHEST_FC = 20;
const MARKED = [0, 2, 4, 6]; // of the levels of the isolines
const OPAQUE_FC = 0.1; // from here on; below, the image fades out, or its edge would be steps

// Cividis at equal steps (J. R. Nuñez, C. R. Anderton, R. S. Renslow, PLoS ONE 13, 2018).
const CIVIDIS = [
  [0, 34, 78], [18, 53, 112], [59, 73, 108], [87, 93, 109], [112, 113, 115],
  [138, 134, 120], [165, 156, 116], [195, 179, 105], [225, 204, 85], [254, 232, 56],
];

export function colourOverlay(data, layer) {
  const { grid } = data;
  const canvas = document.createElement("canvas");
  canvas.width = grid.columns;
  canvas.height = grid.rows;
  const context = canvas.getContext("2d");
  const image = context.createImageData(grid.columns, grid.rows);
  for (let row = 0; row < grid.rows; row += 1) {
    for (let column = 0; column < grid.columns; column += 1) {
      const fc = nodeFc(grid, layer, column, grid.rows - 1 - row);
      image.data.set(colourOf(fc), 4 * (row * grid.columns + column));
    }
  }
  context.putImageData(image, 0, 0);
  const half = grid.step / 2;
  const corner = [grid.x - half, grid.y - half];
  const opposite = [
    grid.x + grid.step * grid.columns - half,
    grid.y + grid.step * grid.rows - half,
  ];
  return L.imageOverlay(canvas.toDataURL(), [latLng(corner), latLng(opposite)], {
    pane: "colour",
    className: "colour",
    alt: "",
  });
}

/** Colours of a scale bar: place from 0 to 1, colour, and what stands beside it. */
export function colourScale(light) {
  const span = Math.log(HIGHEST_FC / LOWEST_FC);
  return {
    colours: CIVIDIS.map(([r, g, b], i) => [i / (CIVIDIS.length - 1), `rgb(${r},${g},${b})`]),
    marks: light.levels
      .filter((_, rank) => MARKED.includes(rank))
      .map((level) => [Math.log(level / light.of(LOWEST_FC)) / span, String(level)]),
  };
}

function colourOf(fc) {
  if (!(fc >= LOWEST_FC)) {
    return [0, 0, 0, 0];
  }
  const share = Math.log(fc / LOWEST_FC) / Math.log(HIGHEST_FC / LOWEST_FC);
  const place = Math.min(share, 1) * (CIVIDIS.length - 1);
  const below = Math.min(Math.floor(place), CIVIDIS.length - 2);
  const f = place - below;
  const mixed = CIVIDIS[below].map((part, i) => part + f * (CIVIDIS[below + 1][i] - part));
  return [...mixed, 255 * Math.min(1, (fc - LOWEST_FC) / (OPAQUE_FC - LOWEST_FC))];
}
