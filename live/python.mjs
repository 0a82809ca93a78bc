// Python for the cells of a chapter: in the worker of a page, and in node, which runs all chapters.

// Where the book's own Python lies: the runner of the cells, and what the chapters read.
const HOME = "/home/pyodide/";

export async function begin(loadPyodide, options, book) {
  const quiet = () => {};
  const python = await loadPyodide({ stdout: quiet, stderr: quiet, ...options });
  python.unpackArchive(book, "zip", { extractDir: HOME });
  python.runPython(`
import os, sys
os.chdir("${HOME}book/chapters")
sys.path[:0] = ["${HOME}book", "${HOME}live"]
import ordref_live
ordref_live.begin()
`);
  return python;
}

async function load(python, code) {
  const quiet = () => {};
  const loaded = await python.loadPackagesFromImports(code, { messageCallback: quiet, errorCallback: quiet });
  if (loaded.some(({ name }) => name === "matplotlib")) python.runPython("ordref_live.with_figures()");
  return loaded.length > 0;
}

// What a cell does: {ok, outputs, same, now, lacks, right}. What it imports is loaded before; what only
// the package asks for when it is called, after, and the cell runs once more.
export async function run(python, { source, name, printed, check }) {
  await load(python, source);
  const run = python.runPython("ordref_live.run");
  try {
    for (;;) {
      const done = JSON.parse(run(source, name, JSON.stringify(printed), check ?? ""));
      if (!done.missing || !(await load(python, `import ${done.missing}`))) return done;
    }
  } finally {
    run.destroy();
  }
}
