// Paints the game as it was left, before the first frame and long before Python is up.
//
// A classic script right after the table in index.html (the build puts its text there), so that the
// browser runs it before it paints. Python keeps the record beside the save, in localStorage under
// `pyramid.paint`, as JSON:
//
//   { "v": 1,
//     "html":   { "rules": "classic", "open-stock": "false", "scheme": "dark", … },   data-* of <html>
//     "faces":  "",                                          "" for cards.svg#Ks, "-large" for cards-large.svg#Ks
//     "cards":  [ [index, place, facing, card, exposed, order, label], … ],           52 at most
//     "stock":  { "state": "cards", "place": "stock" },     data-* of #stock; a null place: none
//     "counts": { "score": "35", "time": "1:02", … } }      text of [data-count]
//
//   index     0-51, the card's data-index             facing   "up" or "down"
//   place     data-place                              card     "Ks" or null where the player cannot see it
//   exposed   true or false                           order    data-order, or null
//   label     aria-label, in the language the game had
//
// Only what the player could see anyway may stand in it. It is hostile until read: every value must
// have its form, else nothing at all is painted, and values only ever become attributes and text.
(() => {
  "use strict";
  const VERSION = 1;
  const PLACE = /^(p([0-9]|1[0-9]|2[0-7])|waste|waste-second|stock|foundation|waste-under|stock-under)$/;
  const CARD = /^[A2-9TJQK][cdhs]$/;
  const FACES = /^[a-z-]{0,12}$/;
  const NAME = /^[a-z]+(-[a-z]+)?$/;
  const WORD = /^[A-Za-z0-9-]{1,20}$/;
  const COUNT = /^[\p{L}0-9 :/.,+\u2212\u00a0\u202f\u221e-]{0,24}$/u;
  const NEVER = ["ready", "loading", "outcome"]; // these tell the truth about Python, not about the past

  const check = (isRight) => {
    if (!isRight) throw new TypeError("not a paint record");
  };
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const read = (text) => {
    const record = JSON.parse(text);
    check(isObject(record) && record.v === VERSION);
    check(isObject(record.html) && isObject(record.counts) && isObject(record.stock));
    for (const [name, value] of Object.entries(record.html))
      check(NAME.test(name) && !NEVER.includes(name) && typeof value === "string" && WORD.test(value));
    for (const [name, value] of Object.entries(record.counts))
      check(NAME.test(name) && typeof value === "string" && COUNT.test(value));
    check(["cards", "redeal", "none"].includes(record.stock.state) && [null, "stock"].includes(record.stock.place));
    check(typeof record.faces === "string" && FACES.test(record.faces));
    check(Array.isArray(record.cards) && record.cards.length <= 52);
    for (const [index, place, facing, card, exposed, order, label] of record.cards) {
      check(Number.isInteger(index) && index >= 0 && index < 52);
      check(typeof place === "string" && PLACE.test(place) && ["up", "down"].includes(facing));
      check(card === null || (typeof card === "string" && CARD.test(card) && facing === "up"));
      check(typeof exposed === "boolean" && (order === null || (Number.isInteger(order) && order >= 0 && order < 1e6)));
      check(typeof label === "string" && label.length <= 200);
    }
    return record;
  };

  const set = (element, name, value) =>
    value === null ? element.removeAttribute(name) : element.setAttribute(name, value);

  const paint = ({ html, faces, cards, stock, counts }) => {
    for (const [name, value] of Object.entries(html)) document.documentElement.setAttribute(`data-${name}`, value);
    const table = document.getElementById("table");
    for (const [index, place, facing, card, exposed, order, label] of cards) {
      const element = table.querySelector(`[data-index="${index}"]`);
      set(element, "data-place", place);
      set(element, "data-facing", facing);
      set(element, "data-exposed", String(exposed));
      set(element, "data-card", card);
      if (order !== null) element.style.setProperty("--order", order);
      set(element.querySelector("use"), "href", card && `./static/cards${faces}.svg#${card}`);
      set(element, "aria-label", label);
    }
    const pile = document.getElementById("stock");
    set(pile, "data-state", stock.state);
    set(pile, "data-place", stock.place);
    for (const [name, value] of Object.entries(counts))
      for (const element of document.querySelectorAll(`[data-count="${name}"]`)) element.textContent = value;
  };

  try {
    const kept = localStorage.getItem("pyramid.paint");
    if (kept === null) return;
    paint(read(kept));
    document.documentElement.setAttribute("data-painted", "true");
  } catch {
    // Blocked storage or a damaged record: the face-down pyramid will do until Python is up.
  }
})();
