// Which part of the map is taken: labels are placed in order, and each keeps clear of those
// before it.  A raster of small cells is exact enough for text, and turned boxes cost no more.

const CELL = 4; // pixels

export class Occupancy {
  constructor(width, height) {
    this.columns = Math.ceil(width / CELL);
    this.rows = Math.ceil(height / CELL);
    this.taken = new Uint8Array(this.columns * this.rows);
  }

  /** Tell whether a box, centred and turned (radians), is whole in view and free. */
  isFree(box) {
    return this.cells(box).every((cell) => cell >= 0 && !this.taken[cell]);
  }

  take(box) {
    for (const cell of this.cells(box)) {
      if (cell >= 0) {
        this.taken[cell] = 1;
      }
    }
  }

  /** Take the cells under a line of pixels. */
  takeLine(points) {
    for (let i = 1; i < points.length; i += 1) {
      const [from, to] = [points[i - 1], points[i]];
      const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / CELL);
      if (steps > this.columns + this.rows && !this.near(from) && !this.near(to)) {
        continue;
      }
      for (let step = 0; step <= Math.min(steps, 4000); step += 1) {
        const f = steps ? step / steps : 0;
        const cell = this.cell(from.x + f * (to.x - from.x), from.y + f * (to.y - from.y));
        if (cell >= 0) {
          this.taken[cell] = 1;
        }
      }
    }
  }

  near({ x, y }) {
    return this.cell(x, y) >= 0;
  }

  cell(x, y) {
    const column = Math.floor(x / CELL);
    const row = Math.floor(y / CELL);
    const inside = column >= 0 && row >= 0 && column < this.columns && row < this.rows;
    return inside ? row * this.columns + column : -1;
  }

  cells({ x, y, width, height, angle = 0 }) {
    const found = [];
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    const across = Math.max(1, Math.ceil(width / CELL));
    const down = Math.max(1, Math.ceil(height / CELL));
    for (let i = 0; i <= across; i += 1) {
      for (let j = 0; j <= down; j += 1) {
        const u = (i / across - 0.5) * width;
        const v = (j / down - 0.5) * height;
        found.push(this.cell(x + u * cosine - v * sine, y + u * sine + v * cosine));
      }
    }
    return found;
  }
}
