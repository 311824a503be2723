import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { expanded, find, isPython, lackOf, onPath, PROBE, serverCommand, type Place, type Probed } from "../src/command";

function place(files: string[], given: Partial<Place> = {}): Place {
  const isFile = (file: string) => files.includes(file);
  return { platform: "linux", environment: { PATH: "/usr/bin:/opt/bin" }, home: "/home/u", folder: "/p", isFile, ...given };
}

const WINDOWS: Partial<Place> = {
  platform: "win32",
  environment: { Path: "C:\\Windows;C:\\Python\\Scripts", VENV: "D:\\venv" },
  home: "C:\\Users\\u",
  folder: "D:\\p",
};

/** A probe that knows what some Pythons have; it fails the test where another one is asked. */
function has(known: Record<string, Probed>): (python: string) => Promise<Probed> {
  return async (python) => known[python] ?? assert.fail(`${python} is asked`);
}

test("a Python is known by its name", () => {
  for (const one of ["python", "/usr/bin/python3.12", "C:\\Python\\python.exe", "pythonw.exe", "pypy3", ".venv/bin/python"]) {
    assert.ok(isPython(one), one);
  }
  for (const one of ["devlint", "/opt/python3/bin/devlint", "python-devlint", "pythonista", ""]) {
    assert.ok(!isPython(one), one);
  }
});

test("a Python runs the module, a command itself", () => {
  assert.deepEqual(serverCommand("/v/bin/python"), { executable: "/v/bin/python", args: ["-m", "devlint", "server"] });
  assert.deepEqual(serverCommand("/v/bin/devlint"), { executable: "/v/bin/devlint", args: ["server"] });
});

test("variables of the setting are replaced, and a relative path begins at the first folder", () => {
  const here = place([], { environment: { VENV: "/v" } });
  for (const [setting, path] of [
    ["devlint", "devlint"],
    [" ~/v/bin/python ", "/home/u/v/bin/python"],
    ["${workspaceFolder}/.venv/bin/python", "/p/.venv/bin/python"],
    ["${userHome}/bin/devlint", "/home/u/bin/devlint"],
    ["${env:VENV}/bin/devlint", "/v/bin/devlint"],
    [".venv/bin/python", "/p/.venv/bin/python"],
    ["./$&/python", "/p/$&/python"],
    ["a~/python", "/p/a~/python"],
  ] as const) {
    assert.equal(expanded(setting, here), path);
  }
  assert.equal(expanded(".venv\\Scripts\\python.exe", place([], WINDOWS)), "D:\\p\\.venv\\Scripts\\python.exe");
  assert.equal(expanded("${env:VENV}\\python.exe", place([], WINDOWS)), "D:\\venv\\python.exe");
  assert.equal(expanded(".venv/bin/python", place([], { folder: undefined })), ".venv/bin/python");
});

test("PATH is searched in its order, and its relative entries are not", () => {
  const both = ["/usr/bin/devlint", "/opt/bin/devlint"];
  assert.equal(onPath("devlint", place(both)), "/usr/bin/devlint");
  assert.equal(onPath("devlint", place(["/opt/bin/devlint"])), "/opt/bin/devlint");
  assert.equal(onPath("devlint", place(["devlint", "./devlint", "bin/devlint"], { environment: { PATH: ":.:bin" } })), undefined);
  assert.equal(onPath("devlint", place(both, { environment: {} })), undefined);
  const scripts = "C:\\Python\\Scripts\\devlint.exe";
  assert.equal(onPath("devlint", place([scripts], WINDOWS)), scripts);
  assert.equal(onPath("devlint.exe", place([scripts], WINDOWS)), scripts);
});

test("the setting decides alone", async () => {
  const here = place(["/p/.venv/bin/python", "/usr/bin/devlint"]);
  assert.deepEqual(await find(".venv/bin/python", "/other/python", here, has({ "/p/.venv/bin/python": "ready" })), {
    command: { executable: "/p/.venv/bin/python", args: ["-m", "devlint", "server"] },
  });
  assert.deepEqual(await find(".venv/bin/python", undefined, here, has({ "/p/.venv/bin/python": "no pygls" })), {
    lack: { reason: "no pygls", executable: "/p/.venv/bin/python" },
  });
  assert.deepEqual(await find("devlint", undefined, here, has({})), {
    command: { executable: "/usr/bin/devlint", args: ["server"] },
  });
  for (const setting of ["nothing", "/no/devlint"]) {
    assert.deepEqual(await find(setting, undefined, here, has({})), { lack: { reason: "no such file", executable: setting } });
  }
});

test("without a setting it is the interpreter, and then PATH", async () => {
  const here = place(["/usr/bin/devlint"]);
  const bare = place([]);
  const onThePath = { command: { executable: "/usr/bin/devlint", args: ["server"] } };
  assert.deepEqual(await find("", "/v/python", here, has({ "/v/python": "ready" })), {
    command: { executable: "/v/python", args: ["-m", "devlint", "server"] },
  });
  for (const lacking of ["no devlint", "no pygls", "does not run"] as const) {
    const probe = has({ "/v/python": lacking });
    assert.deepEqual(await find(" ", "/v/python", here, probe), onThePath);
    assert.deepEqual(await find("", "/v/python", bare, probe), { lack: { reason: lacking, executable: "/v/python" } });
  }
  assert.deepEqual(await find("", undefined, here, has({})), onThePath);
  assert.deepEqual(await find("", undefined, bare, has({})), { lack: { reason: "not on PATH", executable: "" } });
});

test("what a server lacks is read from what it says", () => {
  const pygls = "devlint: error: the language server needs pygls: pip install 'path/to/devlint[lsp]'\n";
  assert.deepEqual(lackOf("/b/devlint", pygls), { reason: "no pygls", executable: "/b/devlint" });
  assert.equal(lackOf("/b/python", "/b/python: No module named devlint\n")?.reason, "no devlint");
  assert.equal(lackOf("/b/devlint", "ModuleNotFoundError: No module named 'devlint'\n")?.reason, "no devlint");
  assert.equal(lackOf("/b/devlint", "ValueError: 3\n"), undefined);
});

test("a Python says what it has", { skip: !hasPython() }, () => {
  assert.match(execFileSync("python3", ["-c", PROBE], { encoding: "utf8" }), /^(ready|no devlint|no pygls)\n$/);
});

function hasPython(): boolean {
  try {
    execFileSync("python3", ["--version"]);
    return true;
  } catch {
    return false;
  }
}
