// node run_live.mjs FOLDER CHAPTER...: runs the cells of chapters in Pyodide, all of whose files are in
// the folder, and prints a line of JSON for each cell.
import fs from "node:fs";
import { begin, run } from "../live/python.mjs";

const [folder, ...chapters] = process.argv.slice(2);
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const options = { indexURL: `${folder}/`, lockFileURL: `${folder}/pyodide-lock.json` };
const book = new Uint8Array(fs.readFileSync(`${folder}/book.zip`));
for (const chapter of chapters) {
  const python = await begin(loadPyodide, options, book);
  for (const cell of JSON.parse(fs.readFileSync(`${folder}/${chapter}.json`))) {
    const begun = performance.now();
    const { ok, same, lacks, now, outputs } = await run(python, { ...cell, name: `cell ${cell.at}` });
    const seconds = (performance.now() - begun) / 1000;
    const fault = outputs.find((output) => output.output_type === "error");
    const told = same ? {} : { now, printed: cell.printed };
    const { at, known } = cell;
    console.log(JSON.stringify({ chapter, at, known, ok, same, lacks, seconds, fault, ...told }));
  }
}
process.exit(0);
