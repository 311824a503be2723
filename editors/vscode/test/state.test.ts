import assert from "node:assert/strict";
import { test } from "node:test";
import type { Lack, Place } from "../src/command";
import { page, paragraph } from "../src/devicesPage";
import { installCommand, sentence } from "../src/installation";
import { look } from "../src/state";

function place(platform: NodeJS.Platform, files: string[] = []): Place {
  return { platform, environment: {}, home: "/", folder: undefined, isFile: (file) => files.includes(file) };
}

const NOT_ON_PATH: Lack = { reason: "not on PATH", executable: "" };

test("what is missing is installed where it is missing", () => {
  const linux = place("linux", ["/v/bin/python"]);
  for (const [lack, command] of [
    [NOT_ON_PATH, 'python3 -m pip install "path/to/devlint[lsp]"'],
    [{ reason: "no devlint", executable: "/v/bin/python" }, '/v/bin/python -m pip install "path/to/devlint[lsp]"'],
    [{ reason: "no pygls", executable: "/v/bin/devlint" }, '/v/bin/python -m pip install "path/to/devlint[lsp]"'],
    [{ reason: "no pygls", executable: "/other/devlint" }, 'python3 -m pip install "path/to/devlint[lsp]"'],
    [{ reason: "no devlint", executable: "/a b's/python" }, `'/a b'\\''s/python' -m pip install "path/to/devlint[lsp]"`],
    [{ reason: "no devlint", executable: "/a$(b)/python" }, `'/a$(b)/python' -m pip install "path/to/devlint[lsp]"`],
    [{ reason: "no such file", executable: "/v/x" }, undefined],
    [{ reason: "does not run", executable: "/v/x" }, undefined],
  ] as const) {
    assert.equal(installCommand(lack, linux), command);
  }
  const windows = place("win32", ["C:\\v\\python.exe"]);
  const python = "C:\\Program Files\\python.exe";
  assert.equal(installCommand(NOT_ON_PATH, windows), 'py -m pip install "path/to/devlint[lsp]"');
  assert.equal(
    installCommand({ reason: "no devlint", executable: python }, windows),
    `& "${python}" -m pip install "path/to/devlint[lsp]"`,
  );
  assert.equal(
    installCommand({ reason: "no pygls", executable: "C:\\v\\devlint.exe" }, windows),
    'C:\\v\\python.exe -m pip install "path/to/devlint[lsp]"',
  );
});

test("what is missing is said with its place", () => {
  for (const reason of ["no such file", "no devlint", "no pygls", "does not run"] as const) {
    assert.ok(sentence({ reason, executable: "/v/bin/python" }).includes("/v/bin/python"), reason);
  }
});

test("the status bar has a text and a click for each state", () => {
  const running = { executable: "/v/python", version: "0.1" };
  assert.equal(look({ kind: "ready", ...running }).text, "$(check) devlint");
  assert.equal(look({ kind: "checking", ...running }).text, "$(sync~spin) devlint");
  assert.equal(look({ kind: "ready", ...running }).tooltip, "devlint 0.1 is running\n/v/python");
  assert.deepEqual(
    [look({ kind: "missing", lack: NOT_ON_PATH }), look({ kind: "failed", message: "why" })].map((one) => one.isWarning),
    [true, true],
  );
  assert.equal(look({ kind: "missing", lack: NOT_ON_PATH }).command, "devlint.showMissing");
  assert.equal(look({ kind: "missing", lack: { reason: "no such file", executable: "x" } }).text, "$(warning) devlint: not found");
  assert.equal(look({ kind: "failed", message: "why" }).tooltip, "why");
  assert.equal(look({ kind: "untrusted" }).command, "workbench.trust.manage");
});

test("the page of the devices view runs one script, and shows no text as HTML", () => {
  const shown = page("n0nce");
  assert.match(shown, /default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-n0nce'/);
  assert.equal(shown.match(/<script nonce="n0nce">/g)?.length, shown.match(/<script/g)?.length);
  assert.equal(paragraph("a < b & <b>"), '<p class="soft">a &lt; b &amp; &lt;b&gt;</p>');
  const script = shown.match(/<script nonce="n0nce">([^]*)<\/script>/)?.[1];
  assert.doesNotThrow(() => new Function(script ?? "<"));
});
