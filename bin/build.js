// src → dist, when src has changed since. The build is made aside and takes dist's name when it is whole.
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { runTool } from "./run-tool.js";
import { SetUpFailure, tail } from "./set-up-failure.js";

const FINGERPRINT = ".built-from";

export function isBuilt(root) {
  const path = join(root, "dist", FINGERPRINT);
  return existsSync(path) && readFileSync(path, "utf8") === fingerprint(root);
}

export async function build(root, say, lock) {
  say("Building…");
  // Beside dist, not deeper: the source maps' relative paths must stay true after the rename.
  const fresh = join(root, ".dist-new");
  const old = join(root, ".dist-old");
  clear(fresh, old);
  const builtFrom = fingerprint(root); // before: what changes meanwhile is built next time
  try {
    await compile(root, fresh, lock);
    for (const path of filesOf(join(root, "src"))) {
      if (path.endsWith(".ts")) continue;
      const target = join(fresh, relative(join(root, "src"), path)); // SQL, prompts, tables
      mkdirSync(dirname(target), { recursive: true });
      cpSync(path, target);
    }
    writeFileSync(join(fresh, FINGERPRINT), builtFrom);
    const dist = join(root, "dist");
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
  } finally {
    clear(fresh, old);
  }
}

async function compile(root, outDir, lock) {
  const home = join(root, "node_modules", "typescript");
  const { bin } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const compiler = [process.execPath, join(home, bin.tsc), "-p", configPath(root), "--outDir", outDir];
  const { exitCode, output } = await runTool([...compiler, "--pretty", "false"], { root, lock });
  if (exitCode === 0) return;
  throw new SetUpFailure(
    `Building failed: the sources do not compile. Mend this, then start again.\n\n${tail(output)}`,
  );
}

function configPath(root) {
  const ownConfig = join(root, "tsconfig.build.json");
  return existsSync(ownConfig) ? ownConfig : join(root, "tsconfig.json");
}

/** Names, sizes and times of everything the build is made of: a few milliseconds for hundreds of files. */
function fingerprint(root) {
  const hash = createHash("sha256");
  for (const path of [...filesOf(join(root, "src")), configPath(root), join(root, "package-lock.json")]) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${relative(root, path)}\0${size}\0${mtimeMs}\n`);
  }
  return `${hash.digest("hex")}\n`;
}

function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesOf(path) : [path];
    });
}

function clear(...folders) {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
