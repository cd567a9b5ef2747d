// The unit of illuminance that is shown. The data is in footcandles, as limits are; it is turned
// into another unit where it is written.

import { againstLimit, number } from "./text.js";

export class Light {
  constructor({ name, words, perFc, fewerDecimals, levels }) {
    Object.assign(this, { name, words, perFc, fewerDecimals, levels });
  }

  of(fc) {
    return fc * this.perFc;
  }

  /** Write an illuminance without its unit, to so many decimals of a footcandle. */
  text(fc, decimals = 2) {
    return number(this.of(fc), Math.max(0, decimals - this.fewerDecimals));
  }

  /** Write what was held against a limit: in footcandles, and in another unit besides. */
  judged(fc, limitFc) {
    return this.beside(
      againstLimit(fc, limitFc, 2),
      againstLimit(this.of(fc), this.of(limitFc), 2 - this.fewerDecimals),
    );
  }

  /** Write a limit as the law does, and in another unit with a digit more than values have. */
  limit(limitFc) {
    return this.beside(String(limitFc), this.text(limitFc, 3));
  }

  /** Place of a level among those of the unit: it gives an isoline its look. */
  rank(level) {
    return this.levels.indexOf(level);
  }

  beside(fc, shown) {
    return this.perFc === 1 ? `${fc} fc` : `${fc} fc (${shown} ${this.name})`;
  }
}
