// A program as the fragment of a link: deflated, in the letters that stand in addresses.
//   await packed({ text: "import torch", level: "hint" })     "p=eJx..."
//   await unpacked("#p=eJx...")                               { text: "import torch", level: "hint" }
const MOST = 1_000_000; // characters of a program: a link may be made to unfold to any size

async function through(bytes, stream, most = Infinity) {
  const parts = [];
  let size = 0;
  for (const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) throw new Error("the program of this link is too large");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function packed(program) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(program)), new CompressionStream("deflate-raw"));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return "p=" + letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The program of a fragment; null for a fragment that holds none. Throws where it is damaged. */
export async function unpacked(fragment) {
  const found = /^#?p=([\w-]+)$/.exec(fragment);
  if (!found) return null;
  const letters = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"), MOST));
  const program = JSON.parse(text);
  if (typeof program?.text !== "string") throw new Error("this link holds no program");
  return program;
}
