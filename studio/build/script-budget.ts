import { readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Plugin } from "vite";
import { type Script, weigh } from "./weigh-scripts.ts";

/** Gzipped JavaScript of the first visit to the inbox, in the heavier language. */
const FIRST_LOAD_BYTES = 70 * 1024;
/** Gzipped JavaScript that one more screen, or a part that is loaded when it is opened, adds to it. */
const SCREEN_BYTES = 35 * 1024;

/** Fails the build when the scripts outgrow their budget, and lists them. It weighs the files that `compressed` wrote. */
export function scriptBudget(): Plugin {
  let outDir = "";
  const imports = new Map<string, readonly string[]>();
  return {
    name: "recado-script-budget",
    apply: "build",
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle(_, bundle) {
      for (const file of Object.values(bundle)) if (file.type === "chunk") imports.set(file.fileName, file.imports);
    },
    closeBundle() {
      const scripts = scriptsOf(outDir, imports);
      const { first, screens } = weigh(scripts);
      const sizes = scripts.map(({ name, bytes }) => `  ${kilobytes(bytes)}  ${name}`).join("\n");
      for (const [what, bytes, most] of [
        ["The first visit", first, FIRST_LOAD_BYTES],
        ...screens.map((screen) => [screen.name, screen.bytes, SCREEN_BYTES] as const),
      ] as const) {
        if (bytes > most)
          this.error(
            `${what} downloads ${kilobytes(bytes)} of JavaScript; the budget is ${kilobytes(most)}:\n${sizes}`,
          );
      }
      const heaviest = Math.max(...screens.map(({ bytes }) => bytes));
      this.info(`JavaScript: ${kilobytes(first)} for the first visit, at most ${kilobytes(heaviest)} more\n${sizes}`);
    },
  };
}

function scriptsOf(folder: string, imports: ReadonlyMap<string, readonly string[]>): Script[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".js.gz"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => {
      const name = relative(folder, path).slice(0, -".gz".length);
      return { name, bytes: statSync(path).size, imports: imports.get(name) ?? [] };
    })
    .sort((one, other) => other.bytes - one.bytes);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
