// Runs devlint, in Pyodide: a question in, an answer out, one after the other.
//   { id: 7, call: "findings", given: ["import torch", "hint"] }   ->   { id: 7, answer: "{...}", milliseconds: 12 }
// The first message, without an id, says that everything is loaded, or why it is not.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const ready = (async () => {
  const archive = fetch(new URL("devlint.zip", import.meta.url)).then((response) => {
    if (!response.ok) throw new Error(`devlint.zip: ${response.status}`);
    return response.arrayBuffer();
  });
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  python.unpackArchive(await archive, "zip");
  return python.pyimport("session");
})();

ready.then(
  (session) => postMessage({ answer: session.about() }),
  (error) => postMessage({ error: String(error) }),
);

addEventListener("message", async ({ data: { id, call, given } }) => {
  try {
    const session = await ready;
    const begin = performance.now();
    const answer = session[call](...given);
    postMessage({ id, answer, milliseconds: performance.now() - begin });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
