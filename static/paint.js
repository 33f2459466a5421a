// Puts the page into the player's language and paints the game as it was left, before the first frame
// and long before Python is up; and keeps what the player does from then on until it is.
//
// A classic script after everything in index.html that is seen at first (the build puts its text there),
// so that the browser runs it before it paints. The language is chosen as Python chooses it; the build
// puts the page's messages in.
//
// Python keeps the record beside the save, in localStorage under `pyramid.paint`, as JSON:
//
//   { "v": 2,
//     "looks":   { "scheme": "dark", "back": "2", … },        data-* of <html>: the settings
//     "html":    { "rules": "classic", "open-stock": "false", "outcome": "won" },   data-* too: the game
//     "faces":   "",                                          "" for cards.svg#Ks, "-large" for cards-large.svg#Ks
//     "cards":   [ [index, place, facing, card, exposed, order, label], … ],           52 at most
//     "stock":   { "state": "cards", "place": "stock", "label": "Draw: …" },   a null place: none
//     "counts":  { "score": "35", "time": "1:02", … },        text of [data-count]
//     "enabled": { "undo": true, … },                         aria-disabled of [data-command]
//     "texts":   { "rules-name": "Classic", … } }             text of the elements with these ids
//
//   index     0-51, the card's data-index             facing   "up" or "down"
//   place     data-place                              card     "Ks" or null where the player cannot see it
//   exposed   true or false                           order    data-order, or null
//   label     aria-label, "" for none; this and all texts in the language the game had
//
// Only what the player could see anyway may stand in it. It is hostile until read: every value must
// have its form, else nothing at all is painted, and values only ever become attributes and text.
// Where a link is followed another game may come, and where a lesson goes on another board: only the looks
// are painted then.
(() => {
  "use strict";
  const MESSAGES = {}; // by language: { "New": "Nouveau", … }
  const MODULES = []; // the scripts that every start needs; the build puts both in
  const ATTRIBUTES = { "data-msg-label": "aria-label", "data-msg-title": "title", "data-msg-placeholder": "placeholder" };
  const VERSION = 2;
  const PLACE = /^(p([0-9]|1[0-9]|2[0-7])|waste|waste-second|stock|foundation|waste-under|stock-under)$/;
  const BURIED = /^(foundation|waste-under|stock-under)$/;
  const CARD = /^[A2-9TJQK][cdhs]$/;
  const FACES = /^[a-z-]{0,12}$/;
  const NAME = /^[a-z]+(-[a-z]+)?$/;
  const WORD = /^[A-Za-z0-9-]{1,20}$/;
  const COUNT = /^[\p{L}0-9 :/.,+\u2212\u00a0\u202f\u221e-]{0,24}$/u;
  const IDS = ["rules-name", "outcome-title", "outcome-text"];
  const WAYS = 5; // in which gone cards lie
  const NEVER = ["ready", "loading"]; // these tell the truth about Python, not about the past

  const root = document.documentElement;
  const set = (element, name, value) =>
    value === null ? element.removeAttribute(name) : element.setAttribute(name, value);
  const kept = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null; // blocked or damaged
    }
  };

  // --- What the player does before Python is up ----------------------------------------------------
  //
  // Kept in globalThis.pyramidQueue, oldest first, as plain objects:
  //
  //   { type: "tap", index: 12 }            a card (its data-index), where the game is painted: nobody
  //                                         means a card that lies face down
  //   { type: "command", command: "draw" }  anything with data-command or data-does
  //   { type: "key", key: "d", ctrl: false, shift: false, alt: false, meta: false }
  //
  // Python carries it out just before it sets data-ready, in order, and empties it. What was kept is
  // marked data-queued="true" until then.

  const queue = (globalThis.pyramidQueue = []);
  const isReady = () => root.dataset.ready === "true";
  const keepTap = ({ target }) => {
    const button = target.closest?.("[data-index], [data-command], [data-does]");
    if (isReady() || !button || button.closest("#failure, #loading")) return;
    const { index, command = button.dataset.does } = button.dataset;
    if (!command && !root.dataset.painted) return;
    queue.push(command ? { type: "command", command } : { type: "tap", index: Number(index) });
    button.dataset.queued = "true";
  };
  const keepKey = ({ key, ctrlKey: ctrl, shiftKey: shift, altKey: alt, metaKey: meta, target, repeat, isComposing }) => {
    const isTyping = target.closest?.("input, textarea, select, dialog, #failure");
    // Enter and Space press the button they are on, and so arrive as taps.
    const isOurs = !["Enter", " ", "Tab", "Shift", "Control", "Alt", "Meta", "Escape"].includes(key);
    if (!isReady() && isOurs && !isTyping && !repeat && !isComposing)
      queue.push({ type: "key", key, ctrl, shift, alt, meta });
  };
  addEventListener("click", keepTap, true);
  addEventListener("keydown", keepKey, true);

  // --- The language --------------------------------------------------------------------------------

  const wanted = [kept("pyramid.settings")?.language, ...navigator.languages]
    .map((tag) => String(tag).toLowerCase().split("-")[0])
    .find((tag) => tag === root.lang || Object.hasOwn(MESSAGES, tag));
  const translate = (messages) => {
    // As pyramid/ui/static_texts.py does, which goes on from here: the message stays in its mark.
    const put = (mark, element, text, write) => {
      const message = text.trim().replace(/\s+/g, " ");
      if (element.getAttribute(mark) || !Object.hasOwn(messages, message)) return;
      element.setAttribute(mark, message);
      write(messages[message]);
    };
    for (const element of document.querySelectorAll("[data-msg]"))
      put("data-msg", element, element.textContent, (text) => (element.textContent = text));
    for (const [mark, name] of Object.entries(ATTRIBUTES))
      for (const element of document.querySelectorAll(`[${mark}]`))
        put(mark, element, element.getAttribute(name), (text) => element.setAttribute(name, text));
  };

  // --- The game ------------------------------------------------------------------------------------

  const check = (isRight) => {
    if (!isRight) throw new TypeError("not a paint record");
  };
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const isText = (value) => typeof value === "string" && value.length <= 400;
  const all = (object, isRight) => check(isObject(object) && Object.entries(object).every(isRight));
  const isWorn = ([name, value]) => NAME.test(name) && !NEVER.includes(name) && WORD.test(value);
  const checkRecord = ({ v, looks, html, faces, cards, stock, counts, enabled, texts }) => {
    check(v === VERSION);
    all(looks, isWorn);
    all(html, isWorn);
    all(counts, ([name, value]) => NAME.test(name) && COUNT.test(value));
    all(enabled, ([name, value]) => NAME.test(name) && typeof value === "boolean");
    all(texts, ([id, text]) => IDS.includes(id) && isText(text));
    check(["cards", "redeal", "none"].includes(stock.state) && [null, "stock"].includes(stock.place));
    check(isText(stock.label) && typeof faces === "string" && FACES.test(faces));
    check(Array.isArray(cards) && cards.length <= 52);
    for (const [index, place, facing, card, exposed, order, label] of cards) {
      check(Number.isInteger(index) && index >= 0 && index < 52);
      check(PLACE.test(place) && ["up", "down"].includes(facing));
      check(card === null || (CARD.test(card) && facing === "up"));
      check(typeof exposed === "boolean" && (order === null || (Number.isInteger(order) && order >= 0 && order < 1e6)));
      check(isText(label));
    }
  };

  const wear = (values) => {
    for (const [name, value] of Object.entries(values)) root.setAttribute(`data-${name}`, value);
  };
  // Under others nothing is seen of a card, and of the gone ones no more than the uppermost of each of the ways
  // in which they lie (see style.css): the first frame does without the rest. A win shows the pyramid's cards again.
  const unseen = (cards, isWon) => {
    const ways = new Set();
    const isUnseen = ([index, place]) => {
      if (place !== "foundation" || (isWon && index < 28)) return place.endsWith("-under");
      return ways.size === ways.add(index % WAYS).size;
    };
    const fromAbove = [...cards].sort((one, other) => other[5] - one[5] || other[0] - one[0]);
    return new Set(fromAbove.filter(isUnseen));
  };
  const paint = ({ html, faces, cards, stock, counts, enabled, texts }) => {
    wear(html);
    const table = document.getElementById("table");
    const without = unseen(cards, html.outcome === "won");
    for (const each of cards) {
      const [index, place, facing, card, exposed, order, label] = each;
      const element = table.querySelector(`[data-index="${index}"]`);
      set(element, "data-place", place);
      set(element, "data-facing", facing);
      set(element, "data-exposed", String(exposed));
      set(element, "data-card", card);
      if (order !== null) element.style.setProperty("--order", order);
      if (without.has(each)) element.dataset.unseen = "true";
      else set(element.querySelector("use"), "href", card && `./static/cards${faces}.svg#${card}`);
      set(element, "aria-label", label || null);
      element.disabled = BURIED.test(place);
      set(element, "aria-hidden", element.disabled ? "true" : null);
    }
    const pile = document.getElementById("stock");
    set(pile, "data-state", stock.state);
    set(pile, "data-place", stock.place);
    set(pile, "aria-label", stock.label);
    for (const [name, value] of Object.entries(counts))
      for (const element of document.querySelectorAll(`[data-count="${name}"]`)) element.textContent = value;
    for (const [name, isEnabled] of Object.entries(enabled))
      for (const element of document.querySelectorAll(`[data-command="${name}"]`))
        set(element, "aria-disabled", String(!isEnabled));
    for (const [id, text] of Object.entries(texts)) document.getElementById(id).textContent = text;
    document.getElementById("outcome").hidden = !html.outcome;
    root.setAttribute("data-painted", "true");
    document.getElementById("loading").hidden = true; // boot.js shows it where that takes long
  };

  // --- Now -----------------------------------------------------------------------------------------

  // Where boot.js itself cannot be had, or does not run to its end, there is nobody else to say so.
  addEventListener("load", () => {
    if (globalThis.pyramidBooted) return;
    document.getElementById("failure").hidden = false;
    document.getElementById("loading").hidden = true;
    document.getElementById("retry").addEventListener("click", async () => {
      // A bad copy may lie in the browser's cache.
      await fetch("./static/boot.js", { cache: "reload" }).catch(() => {});
      location.reload();
    });
  });

  if (wanted && wanted !== root.lang) {
    const messages = MESSAGES[wanted];
    root.lang = wanted;
    root.dir = messages.ltr;
    translate(messages);
    document.addEventListener("DOMContentLoaded", () => translate(messages)); // what comes after this script
  }
  try {
    const record = kept("pyramid.paint");
    if (record !== null) {
      checkRecord(record);
      wear(record.looks);
      if (location.hash.length < 2 && !sessionStorage.getItem("pyramid.lesson")) paint(record);
    }
  } catch {
    // A damaged record: the face-down pyramid will do until Python is up.
  }

  // Python's scripts would take the processor from the painting, so a painted game is shown first. A page
  // that is hidden paints nothing, and not every browser tells that it did.
  const isPainted = root.hasAttribute("data-painted");
  const isShown = new Promise((resolve) => {
    if (!isPainted || document.hidden) return resolve();
    new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
    setTimeout(resolve, 500);
  });
  globalThis.pyramidShown = isShown.then(() => {
    for (const address of MODULES) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = `./${address}`;
      document.head.append(link);
    }
  });

  // WebAssembly takes longest. Where there is nothing to be painted first, it begins now, not when all
  // scripts are there; runtime.mjs goes on with it, and sees to what may go wrong.
  if (!isPainted && globalThis.WebAssembly?.compileStreaming) {
    globalThis.pyramidModule = WebAssembly.compileStreaming(fetch("./vendor/pyodide/pyodide.asm.wasm"));
    globalThis.pyramidModule.catch(() => {});
  }
})();
