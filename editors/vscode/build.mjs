// Bundles the extension into dist/extension.js, and with --tests the unit tests into dist/test.
import { readdirSync, rmSync } from "node:fs";
import * as esbuild from "esbuild";

const flags = process.argv.slice(2);
const shared = { bundle: true, platform: "node", target: "node20", format: "cjs", logLevel: "warning" };

rmSync("dist", { recursive: true, force: true });
await esbuild.build({
  ...shared,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  external: ["vscode"],
  minify: flags.includes("--minify"),
});
if (flags.includes("--tests")) {
  const entryPoints = readdirSync("test").filter((name) => name.endsWith(".test.ts")).map((name) => `test/${name}`);
  await esbuild.build({ ...shared, entryPoints, outdir: "dist/test" });
}
