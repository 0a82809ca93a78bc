// node wasm.mjs RUNTIME PROJECT SCRIPT: runs a script of Python in Pyodide, with numpy and the project.
import fs from 'node:fs';
const [runtime, project, script] = process.argv.slice(2);
const { loadPyodide } = await import(runtime + '/pyodide.mjs');
const python = await loadPyodide({ indexURL: runtime + '/' });
await python.loadPackage(['numpy'], { messageCallback: () => {} });
python.mountNodeFS('/project', project);
python.runPython('import sys; sys.path.insert(0, "/project"); sys.dont_write_bytecode = True');
try {
  process.exitCode = python.runPython(fs.readFileSync(script, 'utf8'));
} catch (error) {
  console.log(String(error.message));
  process.exitCode = 1;
}
