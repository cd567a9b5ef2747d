// Tabs after the ARIA pattern: arrow keys move among them, Tab leaves them for the panel.

export function listenToTabs(afterChange) {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const show = (chosen) => {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).classList.toggle("current", isChosen);
    }
    document.body.dataset.tab = chosen.getAttribute("aria-controls");
  };
  const choose = (chosen) => {
    show(chosen);
    afterChange();
  };
  tabs.forEach((tab, place) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const last = tabs.length - 1;
      const next = {
        ArrowRight: place === last ? 0 : place + 1,
        ArrowLeft: place === 0 ? last : place - 1,
        Home: 0,
        End: last,
      }[event.key];
      if (next !== undefined) {
        event.preventDefault();
        tabs[next].focus();
        choose(tabs[next]);
      }
    });
  });
  show(tabs[0]);
}
