// Pyodide, started the moment this module is imported, for the page and for its workers alike.
//
// PyScript takes this module as its `interpreter`: it asks for `loadPyodide` some 0.2 s into its own
// start and is then handed what has been on its way all along. The library is the build's own zip
// (see tools/pack.py), and the lock file, which lists packages that no one here loads, is a stub.
import { loadPyodide as load, version } from "../vendor/pyodide/pyodide.mjs";
import create from "../vendor/pyodide/pyodide.asm.mjs"; // or it would be asked for one step later

export { version };

export const BUILD = ""; // the build puts its name here, and the library's hash below
const LIBRARY = "";

// PyScript wants a database, in which to keep packages that no one here installs, and dies at its start
// where a browser allows none. It gets one that is always empty.
const nothing = (result) => {
  const request = { result };
  queueMicrotask(() => request.onsuccess?.({ target: request }));
  return request;
};
const store = { getAllKeys: () => nothing([]), getKey: () => nothing() };
const database = { objectStoreNames: ["entries"], transaction: () => ({ objectStore: () => store }), close() {} };
Object.defineProperty(globalThis, "indexedDB", { value: { open: () => nothing(database) }, configurable: true });

// A page whose files come from two builds must not run: the page names its build, and the library, which
// holds the whole game, must have the hash that this file was built with. And WebAssembly may have been
// begun already (see paint.js): then that is gone on with.
const { fetch } = globalThis;
globalThis.fetch = (address, options) => {
  if (LIBRARY && String(address).endsWith("/python.zip")) return fetch(address, { ...options, integrity: LIBRARY });
  if (globalThis.pyramidModule && String(address).endsWith("/pyodide.asm.wasm"))
    return globalThis.pyramidModule.catch(() => fetch(address, options));
  return fetch(address, options);
};

// Nobody here blocks on a promise, so Python needs no stack of its own to be put aside with. On one,
// Chromium's sampling of allocations, by chance on in one of many pages, ends the page: it walks the
// frames past such a stack's end.
delete WebAssembly.Suspending;

const at = (path) => new URL(`../vendor/pyodide/${path}`, import.meta.url).href;
const lock = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version },
  packages: {},
};
let print = console.log;
let printError = console.error;

// Where the WebAssembly or the library cannot be had, Pyodide says so in the console and then waits
// for ever; whoever asked for it must hear of it. And not every host knows WebAssembly's type, without
// which a browser does not take it while it still comes.
const broken = new Promise((_, reject) => {
  const { instantiateStreaming } = WebAssembly;
  const made = async (source, imports) => {
    const response = await source;
    if (response instanceof WebAssembly.Module)
      return { module: response, instance: await WebAssembly.instantiate(response, imports) };
    const isKnown = response.headers.get("Content-Type") === "application/wasm";
    if (isKnown || !response.ok) return instantiateStreaming.call(WebAssembly, response, imports);
    return WebAssembly.instantiate(await response.arrayBuffer(), imports);
  };
  WebAssembly.instantiateStreaming = (source, imports) => {
    WebAssembly.instantiateStreaming = instantiateStreaming;
    const making = made(source, imports);
    making.catch(reject);
    return making;
  };
});

const early = Promise.race([
  broken,
  load({
    createPyodideModule: create,
    indexURL: at("./"),
    packageBaseUrl: at("./"),
    stdLibURL: at("./python.zip"),
    lockFileContents: lock,
    stdout: (text) => print(text),
    stderr: (text) => printError(text),
  }),
]);
// Whoever asks for it gets the error; until then it is nobody's.
early.catch(() => {}).finally(() => (globalThis.fetch = fetch));

/** Resolves should the interpreter die in play: of an overflown stack, or of a fault of its own. */
export const death = new Promise((resolve) => {
  early.then(({ _api: inside }) => (inside.on_fatal = resolve), () => {});
});

export const loadPyodide = ({ stdout = print, stderr = printError } = {}) => {
  [print, printError] = [stdout, stderr];
  return early;
};
