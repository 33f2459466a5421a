// Brings up Python and looks after the page until Python does.
//
// What Python (and index.html) can count on:
//
//   <html data-loading="true">   while Python is not up. Python sets data-ready="true" when it handles
//                                input; from then on this module keeps out of the way.
//   globalThis.pyramidQueue      what the player did before that, kept by paint.js
//   #loading, #loading-bar, #loading-text         shown from the start, hidden once Python is ready
//   #failure, #failure-text, #retry               shown when it cannot be, or seems to have stalled
//
// Offline play, updates and installing, each told by an attribute of <html> and an event of the same name
// on window, so that whoever comes later can look and whoever is there can listen:
//
//   data-offline="ready"    "pyramid:offline-ready"   everything is kept; the game needs no network now
//   data-update="ready"     "pyramid:update-ready"    a new version waits
//   data-install="ready"    "pyramid:install-ready"   the browser would install the game as an app;
//                                                     data-install-by="hand" where the player has to
//   dispatch "pyramid:accept-update" on window        to change to the new version: the page reloads, so
//                                                     whatever is not saved yet must be saved before
//   "pyramid:leave"                                   a new version has taken over, which any tab may have
//                                                     accepted: the page reloads, unless this is cancelled
//   dispatch "pyramid:install" on window              to show the browser's own question
//   "pyramid:faces-missing"                           the faces that data-face names cannot be shown
//
// Nothing here is imported statically: a module that cannot be fetched must end in a sentence that the
// player can read, and not in a script that never ran.

const html = document.documentElement;
const element = (id) => document.getElementById(id);
const isReady = () => html.dataset.ready === "true";

const STALLED_AFTER = 45_000; // ms without any progress
const STALLED_AT_LAST = 15_000; // the same, once everything is there and Python has only to begin
const GRACE = 3_000; // ms after a sign of failure in which Python may come up all the same
const OVERDUE = 4_000; // ms in which a new version takes over where all is well
const LONG = 1_500; // ms after which a start takes long where the game is painted already

const TEXTS = {
  en: {
    starting: "Starting…",
    broken: "The game could not start. Your saved game is untouched.",
    lacking: "This browser cannot run the game: it lacks WebAssembly.",
    died: "The game has stopped. Try again to go on with what was kept.",
    stalled: "This is taking unusually long. You can wait, or try again.",
    faces: "The cards’ faces could not be fetched. Check the connection and try again.",
    away: "The game cannot be reached just now. Check the connection and try again.",
  },
  fr: {
    starting: "Démarrage…",
    broken: "Le jeu n’a pas pu démarrer. Votre partie enregistrée est intacte.",
    lacking: "Ce navigateur ne peut pas faire tourner le jeu : il lui manque WebAssembly.",
    died: "Le jeu s’est arrêté. Réessayez pour continuer avec ce qui a été conservé.",
    stalled: "C’est anormalement long. Vous pouvez attendre ou réessayer.",
    faces: "Les faces des cartes n’ont pas pu être chargées. Vérifiez la connexion et réessayez.",
    away: "Le jeu est injoignable pour l’instant. Vérifiez la connexion et réessayez.",
  },
  es: {
    starting: "Iniciando…",
    broken: "El juego no pudo iniciarse. Tu partida guardada está intacta.",
    lacking: "Este navegador no puede ejecutar el juego: le falta WebAssembly.",
    died: "El juego se ha detenido. Inténtalo de nuevo para seguir con lo que se guardó.",
    stalled: "Está tardando más de lo normal. Puedes esperar o intentarlo de nuevo.",
    faces: "No se pudieron cargar las caras de las cartas. Comprueba la conexión e inténtalo de nuevo.",
    away: "Ahora no se puede acceder al juego. Comprueba la conexión e inténtalo de nuevo.",
  },
};

/** In the language chosen before the first paint (see paint.js), or in another chosen since. */
const texts = () => TEXTS[html.lang] ?? TEXTS.en;
const failed = element("failure-text").textContent; // what stands there by itself

// --- How far it is -----------------------------------------------------------------------------------

// The parts that take the time, with their share of it in per cent.
const PARTS = new Map([
  ["static/runtime.mjs", 3],
  ["pyodide/pyodide.mjs", 3],
  ["pyodide/pyodide.asm.mjs", 9],
  ["pyodide/python.zip", 20],
  ["pyodide/pyodide.asm.wasm", 35],
  ["pyscript.toml", 5],
]);
let done = 5;
let patience = STALLED_AFTER;
let stallTimer;

const advance = (share, text) => {
  done = Math.min(98, done + share);
  const bar = element("loading-bar");
  if (bar) bar.value = done;
  if (text && element("loading-text")) element("loading-text").textContent = text;
  clearTimeout(stallTimer);
  if (!isReady()) stallTimer = setTimeout(() => fail(texts().stalled), patience);
};

const arrivals = new PerformanceObserver((list) => {
  for (const { name } of list.getEntries())
    for (const [part, share] of PARTS)
      if (name.endsWith(part)) {
        PARTS.delete(part);
        advance(share, PARTS.size ? undefined : texts().starting);
      }
});

// --- How it ends -------------------------------------------------------------------------------------

/** Tell the player in one sentence that there is no game (yet), and offer to try again. */
function fail(sentence, error) {
  if (error) console.error(error);
  if (isReady()) return;
  clearTimeout(stallTimer);
  arrivals.disconnect();
  show(sentence);
}

function show(sentence) {
  element("failure-text").textContent = sentence;
  element("failure").hidden = false;
  element("loading").hidden = true;
}

/** What to say of an error: a TypeError is how browsers tell that something could not be fetched. */
const sentenceOf = (error) => (error instanceof TypeError ? failed : texts().broken);

const ready = () => {
  clearTimeout(stallTimer);
  arrivals.disconnect();
  for (const kept of document.querySelectorAll("[data-queued]")) delete kept.dataset.queued;
  for (const card of document.querySelectorAll("[data-unseen]")) delete card.dataset.unseen;
  delete html.dataset.loading;
  element("loading").hidden = true;
  element("failure").hidden = true;
};

const whenReady = new Promise((resolve) => {
  const watch = new MutationObserver(() => {
    if (!isReady()) return;
    watch.disconnect();
    resolve();
  });
  watch.observe(html, { attributes: true, attributeFilter: ["data-ready"] });
  if (isReady()) resolve();
});
whenReady.then(ready);

// --- Start -------------------------------------------------------------------------------------------

async function start() {
  element("retry")?.addEventListener("click", retry);
  setTimeout(() => (element("loading").hidden = isReady() || !element("failure").hidden), LONG);
  arrivals.observe({ type: "resource", buffered: true });
  advance(0);

  if (typeof WebAssembly !== "object") return fail(texts().lacking);

  // Python first, since it takes longest; PyScript comes along while it is being fetched, but runs
  // nothing before it is known that all is of one build.
  await globalThis.pyramidShown; // see paint.js
  const runtime = import("./runtime.mjs");
  runtime.catch(() => {}); // seen below
  const page = document.querySelector('meta[name="build"]')?.content ?? "";
  const { BUILD, loadPyodide, death } = await runtime;
  if (BUILD !== page) throw new Error(`the page is of build ${page}, its runtime of ${BUILD}`);
  death.then(() => show(texts().died));
  await Promise.all([loadPyodide(), loadPyScript()]);
  patience = STALLED_AT_LAST;
  advance(10, texts().starting);
}

/** Try again, with fresh copies of everything: an old one may be what is wrong. No page is left for one that
 * cannot be had, and no game that is up for one that could not start. */
async function retry() {
  const waiting = (await navigator.serviceWorker?.getRegistration())?.waiting;
  if (waiting) waiting.postMessage("take over");
  const files = new Set(performance.getEntriesByType("resource").map(({ name }) => name.split("#")[0]));
  const own = [location.href.split("#")[0], ...files].filter((name) => name.startsWith(location.origin));
  const fresh = own.map((name) => fetch(name, { cache: "reload" }).then(({ ok }) => ok));
  const had = (await Promise.allSettled(fresh)).map(({ value }) => value === true);
  if (isReady() ? had.every(Boolean) : had[0]) location.reload();
  else show(texts().away);
}

/** Browsers say nothing where they cannot get the faces of the cards, which stay blank then: so Python goes back to
 * those of before. */
async function checkFaces() {
  const sheet = `./static/cards${html.dataset.face === "large" ? "-large" : ""}.svg`;
  if (sheet === checked) return;
  checked = sheet;
  const answer = fetch(sheet, { cache: "force-cache" });
  const text = await answer.then((faces) => faces.text()).catch(() => "");
  if (sheet !== checked) return;
  if (text.trimEnd().endsWith("</svg>")) {
    if (isBlank) element("failure").hidden = true;
    isBlank = false;
    return;
  }
  isBlank = true;
  dispatchEvent(new CustomEvent("pyramid:faces-missing"));
  // They were chosen in a dialog, behind which nobody would see or hear this.
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  show(texts().faces);
}
let checked;
let isBlank = false; // whether what is told is that there are no faces
// Not before the game is up: it would compete with it.
whenReady.then(() => {
  checkFaces();
  new MutationObserver(checkFaces).observe(html, { attributes: true, attributeFilter: ["data-face"] });
});

async function loadPyScript() {
  // PyScript would fetch plug-ins for MicroPython, which is not used here, unless told not to.
  const none = document.createElement("mpy-config");
  none.setAttribute("type", "json");
  none.hidden = true;
  none.textContent = JSON.stringify({
    plugins: ["codemirror", "deprecations-manager", "donkey", "error", "py-editor", "py-game", "py-terminal"].map(
      (name) => `!${name}`,
    ),
  });
  document.head.append(none);
  const { hooks } = await import("../vendor/pyscript/core.js");
  // The only thing that PyScript would need eval for: a hook for files in workers.
  hooks.worker.onBeforeRunAsync.clear();
}

// The script's own failure (its traceback is in the console) shows as an end without data-ready.
document.querySelector('script[type="py"]')?.addEventListener("py:done", () => {
  if (!isReady()) setTimeout(() => fail(texts().broken), GRACE);
});

// What PyScript cannot get or read.
addEventListener("pyramid:broken", () => fail(texts().broken));
addEventListener("unhandledrejection", ({ reason }) => {
  setTimeout(() => fail(sentenceOf(reason)), GRACE);
});

start().catch((error) => fail(sentenceOf(error), error));

// --- Offline, updates, installing --------------------------------------------------------------------

const tell = (what, state) => {
  html.dataset[what] = state;
  dispatchEvent(new CustomEvent(`pyramid:${what}-${state}`));
};

async function keepForOffline() {
  const workers = navigator.serviceWorker; // absent in some private windows and without HTTPS
  if (!workers) return;
  let isControlled = Boolean(workers.controller);
  workers.addEventListener("controllerchange", () => {
    // The first worker takes over a page that came from the network: nothing to change there.
    // Nor is there where the worker has gone, cleared away with all the site's data.
    const isOther = isControlled && workers.controller;
    if (isOther && dispatchEvent(new CustomEvent("pyramid:leave", { cancelable: true }))) location.reload();
    isControlled = Boolean(workers.controller);
  });
  const registration = await workers.register("./sw.js", { updateViaCache: "none" });
  const look = () => {
    if (registration.waiting && workers.controller) tell("update", "ready");
  };
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  registration.installing?.addEventListener("statechange", look);
  look();
  addEventListener("pyramid:accept-update", () => {
    registration.waiting?.postMessage("take over");
    // Chromium now and then waits for the old worker to have nothing to do, minutes long: so end this page.
    setTimeout(() => location.reload(), OVERDUE);
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) registration.update().catch(() => {}); // offline: next time
  });
  await workers.ready;
  tell("offline", "ready");
}
// Not before the game is up: it would compete with it.
whenReady.then(keepForOffline).catch((error) => console.warn("no offline play:", error));

let installing;
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  installing = event;
  tell("install", "ready");
});
addEventListener("pyramid:install", () => {
  installing?.prompt();
  installing = undefined; // it asks but once; the browser tells when it may be asked again
  delete html.dataset.install;
});
addEventListener("appinstalled", () => delete html.dataset.install);

// Only on iPhones and iPads is there a `standalone`, and no question: one installs by hand.
if (navigator.standalone === false) {
  html.dataset.installBy = "hand";
  tell("install", "ready");
}

globalThis.pyramidBooted = true; // last: paint.js sees by it that this script ran to its end
