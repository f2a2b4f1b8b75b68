import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SRC = join(ROOT, "src/");
const DIST = join(ROOT, "dist/");

/** `bin/test.js` names the folder that it has just built. A run inside a run has another, and reads its own source. */
const isBuilt = process.env["RECADO_TEST_BUILD"] === DIST;

/**
 * Node loads what was built of our source in place of the source itself: the same modules, which vitest would compile once
 * a run and read through a getter for each name. A whole `npm test` takes about a tenth less of the processor for it.
 */
export const builtSource: Plugin = {
  name: "built-source",
  enforce: "pre",
  resolveId(id, importer) {
    const path = id.startsWith(".") && importer !== undefined ? resolve(dirname(importer), id) : id;
    if (!isBuilt || !path.startsWith(SRC) || !path.endsWith(".ts")) return null;
    return { id: `${DIST}${path.slice(SRC.length, -".ts".length)}.js`, external: true };
  },
};

/** For `server.deps.external`. */
export const BUILT = new RegExp(`^${DIST.replaceAll(/[.*+?^$()[\]{}|\\]/g, "\\$&")}`, "u");
