// Runs Python for one page. Every file that is loaded has the sha256 that `live.json` names, or is
// refused, wherever it comes from; what is not named there is not loaded.
import { begin, run } from "./python.js";

const bare = fetch;
const pins = new Map(); // by address: {sha256, bytes}
const early = new Map(); // by address: what is on the way already
let python, refused;

const nameOf = (url) => url.split("/").pop();
const sri = (hex) => "sha256-" + btoa(hex.replace(/../g, (two) => String.fromCharCode(parseInt(two, 16))));

self.fetch = async (asked) => {
  const url = String(asked.url ?? asked);
  if (url.startsWith("blob:")) return bare(url);
  try {
    const coming = early.get(url);
    early.delete(url);
    return await (coming ?? checked(url, pins.get(url)));
  } catch (fault) {
    refused = fault.message;
    throw fault;
  }
};

async function checked(url, pin, more = {}) {
  if (!pin) throw new Error(`${nameOf(url)} is not among the files that may be loaded`);
  postMessage({ loading: nameOf(url), bytes: pin.bytes });
  try {
    const answer = await bare(url, { integrity: sri(pin.sha256), ...more });
    if (answer.ok) return answer;
  } catch {
    // A browser does not say whether it was the network or the bytes.
    const there = await bare(url, { method: "HEAD" }).then(({ ok }) => ok, () => false);
    if (there) throw new Error(`${nameOf(url)} has other bytes than the file that is meant, and is refused`);
  }
  throw new Error(`${nameOf(url)} cannot be loaded`);
}

const blob = (text, type) => URL.createObjectURL(new Blob([text], { type }));
const script = async (url) => import(blob(await (await fetch(url)).text(), "text/javascript"));

async function start({ told, here, soon }) {
  const server = new URL(told.server, here).href;
  const packages = {};
  for (const [base, some] of [[server, told.official], [here, told.own]])
    for (const [name, found] of Object.entries(some)) {
      packages[name] = { ...found, file_name: base + found.file_name };
      pins.set(packages[name].file_name, found);
    }
  for (const [name, pin] of Object.entries(told.core)) pins.set(server + name, pin);
  pins.set(`${here}book.zip`, told.book);
  const lock = JSON.stringify({ info: told.info, packages });
  const book = fetch(`${here}book.zip`).then((answer) => answer.arrayBuffer());
  for (const { file_name } of soon.map((name) => packages[name])) {
    const coming = checked(file_name, pins.get(file_name), { priority: "low" });
    coming.catch(() => {}); // whoever waits for it hears of it
    early.set(file_name, coming);
  }
  const { loadPyodide } = await script(`${server}pyodide.mjs`);
  await script(`${server}pyodide.asm.js`);
  const options = { indexURL: server, lockFileURL: blob(lock, "application/json") };
  python = await begin(loadPyodide, options, await book);
}

async function answer(data) {
  try {
    if (data.start) return await start(data.start);
    const done = await run(python, data.run);
    if (refused) throw new Error(refused);
    postMessage({ done });
  } catch (fault) {
    postMessage({ broken: refused ?? fault.message });
    await new Promise(() => {}); // nothing runs after that
  }
}

let before = Promise.resolve(); // one after the other
self.onmessage = ({ data }) => (before = before.then(() => answer(data)));
