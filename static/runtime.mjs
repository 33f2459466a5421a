// Pyodide, started the moment this module is imported, for the page and for its workers alike.
//
// PyScript takes this module as its `interpreter`: it asks for `loadPyodide` some 0.2 s into its own
// start and is then handed what has been on its way all along. The library is the build's own zip
// (see tools/pack.py), and the lock file, which lists packages that no one here loads, is a stub.
import { loadPyodide as load, version } from "../vendor/pyodide/pyodide.mjs";
import create from "../vendor/pyodide/pyodide.asm.mjs"; // or it would be asked for one step later

export { version };

const at = (path) => new URL(`../vendor/pyodide/${path}`, import.meta.url).href;
const lock = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version },
  packages: {},
};
let print = console.log;
let printError = console.error;

// Where the WebAssembly or the library cannot be had, Pyodide says so in the console and then waits
// for ever; whoever asked for it must hear of it.
const broken = new Promise((_, reject) => {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = (...given) => {
    WebAssembly.instantiateStreaming = instantiateStreaming;
    const made = instantiateStreaming.apply(WebAssembly, given);
    made.catch(reject);
    return made;
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
early.catch(() => {}); // whoever asks for it gets the error; until then it is nobody's

export const loadPyodide = ({ stdout = print, stderr = printError } = {}) => {
  [print, printError] = [stdout, stderr];
  return early;
};
