// How numbers are written: two decimals, and more where they would hide an excess.

const MOST_DECIMALS = 6;

export function number(value, decimals = 2) {
  return value.toFixed(decimals).replace("-", "\u2212");
}

/** Write a value with the decimals that show on which side of its limit it is. */
export function againstLimit(value, limit, least) {
  for (let decimals = least; decimals <= MOST_DECIMALS; decimals += 1) {
    const shown = Number(value.toFixed(decimals));
    if (shown > limit === value > limit && shown < limit === value < limit) {
      return number(value, decimals);
    }
  }
  return number(value, least);
}

/** Make an element with text, never with markup: names come from files. */
export function element(name, className, text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

export function svgElement(name, attributes = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  return made;
}
