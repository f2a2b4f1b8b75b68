// The packages: are those in node_modules the ones package-lock.json names, and `npm ci` when not.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { runTool } from "./run-tool.js";
import { SetUpFailure, tail } from "./set-up-failure.js";

const OPTIONS = [
  "--no-audit",
  "--no-fund",
  "--no-progress",
  "--prefer-offline",
  // Also under NODE_ENV=production: the compiler is a development package, and the database an optional one.
  "--include=dev",
  "--include=optional",
];

export function arePackagesInstalled(root) {
  // npm's own note can tell of a package whose folder is gone.
  if (!namedPackages(root).every((name) => existsSync(join(root, "node_modules", name, "package.json")))) return false;
  const expected = stampOf(root, lockDigest(root));
  if (readText(stampPath(root)) === expected) return true;
  // No stamp of ours: somebody ran npm. What it noted down tells whether it installed everything, development included.
  const installed = parse(readText(notePath(root)));
  if (installed === null || !holdsEverything(installed, parse(readText(join(root, "package-lock.json"))))) return false;
  writeStamp(root, expected);
  return true;
}

function namedPackages(root) {
  const { dependencies, devDependencies } = parse(readText(join(root, "package.json"))) ?? {};
  return Object.keys({ ...dependencies, ...devDependencies });
}

export async function installPackages(root, say, lock) {
  const isFirst = !existsSync(notePath(root));
  say(isFirst ? "Installing packages (first start only)…" : "Installing packages: package-lock.json asks for others…");
  const digest = lockDigest(root); // before: a lock file that changes meanwhile is installed next time
  // `npm start` tells where its npm is; anything else that starts us may be another program.
  const npm = /^npm-cli\.c?js$/.test(basename(process.env.npm_execpath ?? ""))
    ? [process.execPath, process.env.npm_execpath]
    : ["npm"];
  const env = { ...process.env };
  delete env.npm_config_local_prefix; // another project's, when its scripts start us
  const run = (...command) => runTool([...npm, ...command, ...OPTIONS], { root, env, lock });
  let { exitCode, output } = await run("ci");
  if (exitCode !== 0 && output.includes("code EUSAGE")) {
    // The lock file misses something: package.json was edited, or npm left out other machines' packages when it wrote the
    // lock. `install` takes the locked versions, finds the missing ones, and `--no-save` leaves the lock file as it is.
    ({ exitCode, output } = await run("install", "--no-save"));
  }
  if (exitCode === "ENOENT") {
    throw new SetUpFailure(
      "Recado installs its packages with npm, and there is no npm on the PATH: install it and start again.",
    );
  }
  if (exitCode !== 0) {
    throw new SetUpFailure(
      `Installing the packages failed. Mend what npm says below, then start again.\n\n${complaint(output)}`,
    );
  }
  writeStamp(root, stampOf(root, digest));
}

/** npm puts the reason first and its usage last. */
function complaint(output) {
  const lines = output.split("\n").filter((line) => line.startsWith("npm error") && line.trim() !== "npm error");
  return lines.length > 0 ? lines.slice(0, 12).join("\n") : tail(output);
}

function lockDigest(root) {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
}

/** What was installed, and where. It counts no more once npm has installed or removed anything after it. */
function stampOf(root, digest) {
  const note = existsSync(notePath(root)) ? statSync(notePath(root)) : null;
  const npmRan = note === null ? "never" : `${note.size} ${note.mtimeMs}`;
  return `${digest} ${process.platform} ${process.arch} ${npmRan}\n`; // some packages are another machine's in another place
}

/** npm's own list of what it installed. */
function notePath(root) {
  return join(root, "node_modules", ".package-lock.json");
}

function stampPath(root) {
  return join(root, "node_modules", ".recado-set-up");
}

function writeStamp(root, text) {
  try {
    rmSync(stampPath(root), { force: true }); // a copy of this folder made of hard links keeps its own
    writeFileSync(stampPath(root), text);
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(error.code)) throw error; // then we compare again next time
  }
}

function holdsEverything(installed, locked) {
  return Object.entries(locked.packages).every(([path, entry]) => {
    if (!path.includes("node_modules/") || entry.link === true || !isForThisMachine(entry)) return true;
    return installed.packages?.[path]?.version === entry.version;
  });
}

/** An optional package made for some machines counts only on those; one made for all may be absent. */
function isForThisMachine(entry) {
  if (!entry.optional && !entry.devOptional) return true;
  if (entry.os === undefined && entry.cpu === undefined) return entry.devOptional === true && !entry.optional;
  const fits = (list, own) => list === undefined || list.includes(own);
  return fits(entry.os, process.platform) && fits(entry.cpu, process.arch) && entry.libc === undefined;
}

function readText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  }
}

function parse(text) {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null; // half written by an npm that was killed
  }
}
