// What a clone needs before it can run: the packages that package-lock.json names, and src built into dist. Does
// nothing, in a few milliseconds, when both are there. No dependencies: it runs before there are any.
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, isBuilt } from "./build.js";
import { arePackagesInstalled, installPackages } from "./packages.js";
import { SetUpFailure } from "./set-up-failure.js";
import { withSetUpLock } from "./set-up-lock.js";

/**
 * Sets up the project this file stands in. `quiet` leaves out the progress lines. Ends the process with one sentence when
 * it cannot.
 */
export async function setUp({ quiet = false } = {}) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  if (!existsSync(join(root, "src"))) return; // an installed package brings its dist along
  const say = quiet ? () => undefined : (line) => console.error(line);
  try {
    if (arePackagesInstalled(root) && isBuilt(root)) return;
    await withSetUpLock(root, say, async (lock) => {
      // Looked at again: whoever held the lock before us may have done it.
      if (!arePackagesInstalled(root)) await installPackages(root, say, lock);
      if (!isBuilt(root)) await build(root, say, lock);
    });
  } catch (error) {
    if (!(error instanceof SetUpFailure)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await setUp();
