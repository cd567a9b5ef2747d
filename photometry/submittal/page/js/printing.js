// On paper the map has a size of its own: it is fitted anew before, and put back after.

import { wholeSite } from "./plan.js";

export function listenToPrinting(plan) {
  let before = null;
  const lay = (isPrinting) => {
    document.documentElement.classList.toggle("printing", isPrinting);
    plan.map.invalidateSize({ animate: false, pan: false });
  };
  window.addEventListener("beforeprint", () => {
    before = before || { centre: plan.map.getCenter(), zoom: plan.map.getZoom() };
    lay(true);
    wholeSite(plan, { animate: false });
  });
  window.addEventListener("afterprint", () => {
    lay(false);
    if (before) {
      plan.map.setView(before.centre, before.zoom, { animate: false });
      before = null;
    }
  });
}
