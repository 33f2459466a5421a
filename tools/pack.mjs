// Lets pack.py, inside the real Pyodide, make the one zip that the page's Python lives from.
// Usage: node tools/pack.mjs OUT.zip REPORT.json
//
// The stock interpreter compiles everything there is, stand-ins included; a second one starts from that
// and shows what it imports; of that the zip is made. Compiling inside the very interpreter that will
// load the result means that the byte code always fits it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide, version } from "pyodide";
import pyscript from "../node_modules/@pyscript/core/src/stdlib/pyscript.js";

const [out, report] = process.argv.slice(2);
const root = fileURLToPath(new URL("..", import.meta.url));
const pyodide = join(root, "node_modules/pyodide");
const { info } = JSON.parse(readFileSync(join(pyodide, "pyodide-lock.json"), "utf8"));

const start = (library) =>
  loadPyodide({
    indexURL: pyodide,
    packageBaseUrl: pyodide,
    stdLibURL: library,
    lockFileContents: { info: { ...info, version }, packages: {} },
    env: { PYTHONHASHSEED: "0" },
  });

const scratch = mkdtempSync(join(tmpdir(), "pyramid-"));
try {
  const stock = join(pyodide, "python_stdlib.zip");
  const packer = await start(stock);
  const { FS } = packer;
  FS.writeFile("/stock.zip", readFileSync(stock));
  FS.writeFile("/pyscript.toml", readFileSync(join(root, "pyscript.toml")));
  FS.mkdirTree("/source/pyscript");
  for (const [name, text] of Object.entries(pyscript.pyscript)) FS.writeFile(`/source/pyscript/${name}`, text);
  for (const [folder, at] of [["pyramid", "/source/pyramid"], ["tools/lean", "/lean"]]) {
    FS.mkdirTree(at);
    packer.mountNodeFS(at, join(root, folder));
  }
  packer.runPython(readFileSync(join(root, "tools/pack.py"), "utf8"));
  packer.runPython("pack_everything()");
  const everything = join(scratch, "everything.zip");
  writeFileSync(everything, FS.readFile("/out.zip"));

  // This one must import nothing of its own, or that would seem to be needed.
  const tester = await start(everything);
  tester.globals.set("wanted", packer.runPython("json.dumps(wanted())"));
  const imported = tester.runPython(`
import importlib, json, sys
for name in json.loads(wanted):
    importlib.import_module(name)
from_zip = lambda module: type(getattr(module.__spec__, "loader", None)).__name__ == "zipimporter"
json.dumps({
    "zipped": sorted(name for name, module in sys.modules.items() if from_zip(module)),
    "built_in": sorted(name for name, module in sys.modules.items() if not from_zip(module)),
})`);

  packer.globals.set("imported", imported);
  writeFileSync(report, packer.runPython("pack_needed(**json.loads(imported))"));
  writeFileSync(out, FS.readFile("/out.zip"));
} finally {
  rmSync(scratch, { recursive: true });
}
