// Tables that sort by a click on a column's head: numbers as numbers, what is missing last.
// One that is wider than its place says so.

import { element } from "./text.js";

export function listenToTables() {
  document.querySelectorAll("table.sortable").forEach(makeSortable);
  document.querySelectorAll(".scroll").forEach(tellWidth);
}

/** Say beside a table's title that it goes on at the right, where it does. */
function tellWidth(place) {
  place.querySelector("caption").append(element("span", "cue", "more columns \u2192"));
  const look = () => place.classList.toggle("cut", place.scrollWidth > place.clientWidth + 1);
  new ResizeObserver(look).observe(place);
}

function makeSortable(table) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = element("button", "sort");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const ascending = head.getAttribute("aria-sort") !== "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", ascending ? "ascending" : "descending");
      const isNumeric = head.classList.contains("number");
      const rows = [...table.tBodies[0].rows];
      rows.sort((a, b) => compared(valueOf(a, column), valueOf(b, column), isNumeric, ascending));
      table.tBodies[0].append(...rows);
    });
  });
}

function valueOf(row, column) {
  return row.cells[column].dataset.v;
}

function compared(a, b, isNumeric, ascending) {
  if (a === "" || b === "") {
    return (a === "") - (b === "");
  }
  const order = isNumeric
    ? Number(a) - Number(b)
    : a.localeCompare(b, "en", { numeric: true, sensitivity: "base" });
  return ascending ? order : -order;
}
