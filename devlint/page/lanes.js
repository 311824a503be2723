// What a page with lanes does beyond showing them: filters, keys, and an event for the line that is chosen.
// It reads the attributes that devlint/page/markup.py writes, and works on what is put into the page later, too.
"use strict";
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const isShown = (one) => one.getClientRects().length > 0;
  const filters = document.querySelector("form.filters");

  function choose() {
    const chosen = (name) => new Set(all(`input[name=${name}]:checked`, filters).map((one) => one.value));
    const codes = chosen("code"), levels = chosen("level"); // none chosen: all
    const path = filters.elements.file.value.trim().toLowerCase();
    const isWanted = ({ dataset: { code, level } }) => (!levels.size || levels.has(level)) && (!codes.size || codes.has(code));
    const wanted = new Set();
    for (const one of all(".finding")) {
      const file = one.closest(".file");
      const keeps = isWanted(one) && (!file || file.dataset.path.toLowerCase().includes(path));
      (one.closest("tr") || one).hidden = !keeps;
      if (keeps) wanted.add(one.id || one);
    }
    for (const note of all(".note a")) note.closest("tr").hidden = !wanted.has(note.hash.slice(1));
    for (const one of all(".listing")) one.hidden = !all("tr.said", one).some((row) => !row.hidden);
    for (const one of all(".file")) {
      one.hidden = !all(".finding", one).some((finding) => !(finding.closest("tr") || finding).hidden);
      const entry = document.querySelector(`nav a[href="#${one.id}"]`);
      if (entry) entry.parentElement.hidden = one.hidden;
    }
    filters.querySelector("output").value = `${wanted.size} of ${all(".finding").length}`;
  }

  function step(by) {
    const shown = all(".finding").filter(isShown);
    if (!shown.length) return;
    const now = shown.indexOf(document.querySelector(".finding.current"));
    const next = shown[now < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(Math.max(now + by, 0), shown.length - 1)];
    all(".finding.current").forEach((one) => one.classList.remove("current"));
    next.classList.add("current");
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "center" });
  }

  // The numbers of a listing are one stop of the tabulator: it is at the number that was reached last.
  function reach(number, key) {
    const numbers = all(".number button", number.closest(".listing")).filter(isShown);
    const now = numbers.indexOf(number);
    const to = { ArrowUp: now - 1, ArrowDown: now + 1, Home: 0, End: numbers.length - 1 }[key];
    if (to === undefined) return false;
    const next = numbers[Math.min(Math.max(to, 0), numbers.length - 1)];
    number.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    return true;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const number = event.target.closest?.(".number button");
    if (number && reach(number, event.key)) {
      event.preventDefault();
      return;
    }
    const field = event.target.closest?.("input:not([type=checkbox]), textarea, [contenteditable]");
    if (field) {
      if (event.key === "Escape" && field.form === filters && filters) field.blur();
    } else if (event.key === "j" || event.key === "k") {
      step(event.key === "j" ? 1 : -1);
    } else if (event.key === "/" && filters) {
      event.preventDefault();
      filters.elements.file.focus();
    }
  });

  // A line of code is chosen by its number. What a host does then is its own matter.
  document.addEventListener("click", (event) => {
    const row = event.target.closest?.("tr[data-line]");
    if (row && event.target.closest(".number, .value, .source mark")) {
      row.dispatchEvent(new CustomEvent("lanes-line", { bubbles: true, detail: { line: Number(row.dataset.line) } }));
    }
  });

  if (filters) {
    filters.hidden = false;
    filters.addEventListener("input", choose);
    filters.addEventListener("submit", (event) => event.preventDefault());
    choose();
  }
})();
