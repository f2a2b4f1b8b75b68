import { readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Plugin } from "vite";

/** All JavaScript of the Studio together, gzipped. */
const BUDGET_BYTES = 90 * 1024;

/** Fails the build when the scripts have grown past their budget, and says which ones they are. It weighs what `compressed` has laid. */
export function scriptBudget(): Plugin {
  let outDir = "";
  return {
    name: "recado-script-budget",
    apply: "build",
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      const scripts = filesOf(outDir)
        .filter((path) => path.endsWith(".js.gz"))
        .map((path) => ({ name: relative(outDir, path).slice(0, -".gz".length), bytes: statSync(path).size }))
        .sort((a, b) => b.bytes - a.bytes);
      const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
      const sizes = scripts.map(({ name, bytes }) => `  ${kilobytes(bytes)}  ${name}`).join("\n");
      if (total > BUDGET_BYTES) {
        this.error(
          `The Studio's JavaScript is ${kilobytes(total)} gzipped; its budget is ${kilobytes(BUDGET_BYTES)}:\n${sizes}`,
        );
      }
      this.info(`JavaScript: ${kilobytes(total)} of ${kilobytes(BUDGET_BYTES)} gzipped\n${sizes}`);
    },
  };
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1).padStart(5)} KB`;
}
