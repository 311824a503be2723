// What the scenes of test/run.mjs share: the programs that are opened, and what is waited for.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { open } from "./workbench.mjs";

export const NET = `import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        mask = torch.ones(3)
        return self.fc(x) * mask
`;
export const REPAIRED = NET.replace("torch.ones(3)", "torch.ones(3, device=self.fc.weight.device)");
export const TRAIN = `import torch
import torch.nn.functional as F
from torch import nn


class Classifier(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.body = nn.Linear(512, 64)
        self.head = nn.Linear(64, classes)

    def forward(self, x):
        noise = torch.randn(64)
        return self.head(F.relu(self.body(x)) + noise)


def train(loader, classes):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Classifier(classes).to(device)
    weights = torch.ones(classes)
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        logits = model(x)
        loss = F.cross_entropy(logits, y, weight=weights)
        loss.backward()
`;
export const CELLS = ["import torch\n\nx = torch.ones(2).cuda()", "y = torch.ones(2)\nx + y"];
export const BIG_LINES = 1000;
export const KEYS = 20;

export function notebook(cells) {
  const made = cells.map((source) => ({ cell_type: "code", source, metadata: {}, outputs: [], execution_count: null }));
  const metadata = { kernelspec: { name: "python3", display_name: "Python 3", language: "python" } };
  return JSON.stringify({ cells: made, metadata, nbformat: 4, nbformat_minor: 5 });
}

/** A file of many functions, the last of which has a bug once the comment in its second line is none. */
export function big() {
  const one = (n) => [`def scaled_${n}(x: torch.Tensor):`, "    y = x.float() * 2", "    return y / y.norm()", "", ""];
  const rows = ["import torch", "", ""];
  for (let n = 0; rows.length < BIG_LINES - 5; n++) {
    rows.push(...one(n));
  }
  rows.push("def masked(x: torch.Tensor):", "    mask = torch.ones(3)", "    return x #* mask");
  return `${rows.join("\n")}\n`;
}

export function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Waits until something holds. */
export async function until(what, holds, patience = 60_000) {
  for (const end = Date.now() + patience; Date.now() < end; await pause(50)) {
    if (await holds()) {
      return;
    }
  }
  throw new Error(`did not come: ${what}`);
}

/** The processes that run the server for a workbench: the descendants of its process with these words in their command. */
export function servers(workbench) {
  const parents = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      parents.set(pid, readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().split(" ")[1]);
    } catch {
      continue; // it has ended
    }
  }
  const isBelow = (pid) => pid === String(workbench.pid) || (parents.has(pid) && isBelow(parents.get(pid)));
  return [...parents.keys()].filter((pid) => {
    const command = () => readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    try {
      return isBelow(pid) && command().includes("devlint") && command().includes("server");
    } catch {
      return false;
    }
  });
}

/** Open VS Code for a scene; where the scene fails, a picture shows how it was. */
export async function shown(stage, options, act) {
  const workbench = await open({ codeServer: stage.codeServer, vsixes: [stage.vsix], folder: stage.folder, ...options });
  try {
    await act(workbench, workbench.page);
  } catch (error) {
    await workbench.page.screenshot({ path: stage.picture("failed") });
    throw error;
  } finally {
    await workbench.close();
  }
}
