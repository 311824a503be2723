// node build.mjs OUT DEVLINT.zip: bundles the page, copies Pyodide beside it, and compiles the archive for its Python.
// tools/playground.py makes the archive and calls this.
import { build } from "esbuild";
import { loadPyodide } from "pyodide";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(here, "node_modules");
const [out, archive] = process.argv.slice(2);
const PYODIDE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];

await build({
  entryPoints: [join(here, "main.js"), join(here, "worker.js")],
  outdir: out,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none", // licences.txt has them
  external: ["./pyodide/pyodide.mjs"],
});
mkdirSync(join(out, "pyodide"), { recursive: true });
for (const name of PYODIDE) cpSync(join(modules, "pyodide", name), join(out, "pyodide", name));
for (const name of ["index.html", "style.css"]) cpSync(join(here, name), join(out, name));

// A module that is compiled already is imported in half the time.
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/devlint" });
python.runPython(`
import compileall, py_compile, shutil
if not compileall.compile_dir("/devlint", quiet=1, stripdir="/devlint", invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH):
    raise SystemExit("a module could not be compiled")
shutil.make_archive("/compiled", "zip", "/devlint")
`);
writeFileSync(join(out, "devlint.zip"), python.FS.readFile("/compiled.zip"));

const lock = JSON.parse(readFileSync(join(here, "package-lock.json"), "utf8"));
const shipped = Object.entries(lock.packages).filter(([path, one]) => path && !one.dev);
const licences = shipped.map(([path, { version, license }]) => {
  const folder = join(here, path);
  const texts = readdirSync(folder).filter((name) => /^licen[cs]e/i.test(name)).map((name) => readFileSync(join(folder, name), "utf8"));
  return [`${path.replace("node_modules/", "")} ${version}, ${license}`, ...texts].join("\n\n");
});
writeFileSync(join(out, "licences.txt"), licences.join(`\n\n${"-".repeat(80)}\n\n`) + "\n");
