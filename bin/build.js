// src and studio → dist, each when it has changed since. The build is made aside and takes dist's name when it is whole.
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

/** What is built by itself: the program, and the browser app that stands inside it. A project may have no Studio. */
const PARTS = [
  {
    folder: "src",
    sources: (root) => [join(root, "src"), configPath(root), bundleConfig(root)],
    into: "",
    make: compile,
  },
  { folder: "studio", sources: studioSources, into: "studio", make: bundle },
];

export function isBuilt(root) {
  return partsOf(root).every((part) => isFresh(root, part));
}

export async function build(root, say, lock) {
  say("Building…");
  // Beside dist, not deeper: the source maps' relative paths must stay true after the rename.
  const fresh = join(root, ".dist-new");
  const old = join(root, ".dist-old");
  const dist = join(root, "dist");
  clear(fresh, old);
  try {
    // Both at once; when one fails, the other has ended too before anything is cleared.
    const ended = await Promise.allSettled(
      partsOf(root).map(async (part) => {
        const outDir = join(fresh, part.into);
        if (isFresh(root, part)) return keep(join(dist, part.into), outDir);
        const builtFrom = fingerprint(root, part); // before: what changes meanwhile is built next time
        await part.make(root, outDir, lock);
        writeFileSync(join(outDir, FINGERPRINT), builtFrom);
      }),
    );
    for (const { status, reason } of ended) if (status === "rejected") throw reason;
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
  } finally {
    clear(fresh, old);
  }
}

function partsOf(root) {
  return PARTS.filter(({ folder }) => existsSync(join(root, folder)));
}

function isFresh(root, part) {
  const path = join(root, "dist", part.into, FINGERPRINT);
  return existsSync(path) && readFileSync(path, "utf8") === fingerprint(root, part);
}

/** The program's folder has the Studio's inside it, which has its own say. */
function keep(from, to) {
  const inner = join(from, "studio");
  cpSync(from, to, { recursive: true, filter: (path) => path !== inner });
}

async function compile(root, outDir, lock) {
  await run(root, lock, ["typescript", "tsc", "-p", configPath(root), "--outDir", outDir, "--pretty", "false"]);
  await run(root, lock, ["rolldown", "rolldown", "--config", bundleConfig(root), "--dir", join(outDir, "bundle")]);
  for (const path of filesOf(join(root, "src"))) {
    if (path.endsWith(".ts")) continue;
    const target = join(outDir, relative(join(root, "src"), path)); // SQL, prompts, tables
    mkdirSync(dirname(target), { recursive: true });
    cpSync(path, target);
  }
}

async function bundle(root, outDir, lock) {
  await run(root, lock, ["vite", "vite", "build", join(root, "studio"), "--outDir", outDir, "--logLevel", "warn"]);
}

async function run(root, lock, [tool, program, ...words]) {
  const home = join(root, "node_modules", tool);
  const { bin } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const path = typeof bin === "string" ? bin : bin[program];
  const { exitCode, output } = await runTool([process.execPath, join(home, path), ...words], { root, lock });
  if (exitCode === 0) return;
  throw new SetUpFailure(
    `Building failed: the sources do not compile. Mend this, then start again.\n\n${tail(output)}`,
  );
}

function bundleConfig(root) {
  return join(root, "bin", "bundle.config.js");
}

function configPath(root) {
  const ownConfig = join(root, "tsconfig.build.json");
  return existsSync(ownConfig) ? ownConfig : join(root, "tsconfig.json");
}

/** The types that the Studio takes from src are gone when it is built: src is no source of it. */
function studioSources(root) {
  const own = readdirSync(join(root, "studio")).filter((name) => name !== "node_modules");
  return own.map((name) => join(root, "studio", name));
}

/** Names, sizes and times of everything a part is built of: a few milliseconds for hundreds of files. */
function fingerprint(root, { sources }) {
  const hash = createHash("sha256");
  const paths = sources(root).flatMap((path) => (statSync(path).isDirectory() ? filesOf(path) : [path]));
  for (const path of [...paths, join(root, "package-lock.json")]) {
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
