// Starts the real Pyodide under Node and lets pack.py make, inside it, the one zip that the page's
// Python lives from. Usage: node tools/pack.mjs OUT.zip REPORT.json
//
// Compiling inside the very interpreter that will load the result means that the byte code always
// fits it, and that no CPython of the same version has to be on the machine.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";
import pyscript from "../node_modules/@pyscript/core/src/stdlib/pyscript.js";

const [out, report] = process.argv.slice(2);
const root = fileURLToPath(new URL("..", import.meta.url));
const here = dirname(createRequire(import.meta.url).resolve("pyodide/pyodide.mjs"));

const python = await loadPyodide({ indexURL: here, env: { PYTHONHASHSEED: "0" } });
const { FS } = python;
FS.writeFile("/stock.zip", readFileSync(`${here}/python_stdlib.zip`));
FS.mkdirTree("/source/pyscript");
for (const [name, text] of Object.entries(pyscript.pyscript))
  if (typeof text === "string") FS.writeFile(`/source/pyscript/${name}`, text);
FS.mkdirTree("/source/pyramid");
python.mountNodeFS("/source/pyramid", `${root}pyramid`);
const answer = await python.runPythonAsync(readFileSync(`${root}tools/pack.py`, "utf8"));
writeFileSync(out, FS.readFile("/out.zip"));
writeFileSync(report, answer);
