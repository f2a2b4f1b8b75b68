import { readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Plugin } from "vite";

/** Gzipped JavaScript of a person who opens every screen: all scripts, with the heaviest language. */
const BUDGET_BYTES = 90 * 1024;

/** `assets/spanish-….js` and `assets/english-….js` hold the texts of one language each. */
const LANGUAGE = /\/(spanish|english)-[^/]+$/;

interface Script {
  readonly name: string;
  readonly bytes: number;
}

/**
 * Fails the build when the scripts outgrow their budget, and lists them. It weighs the files that
 * `compressed` wrote. A missing language file fails the build too: every visitor would download both.
 */
export function scriptBudget(): Plugin {
  let outDir = "";
  return {
    name: "recado-script-budget",
    apply: "build",
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      const scripts = scriptsOf(outDir);
      const languages = scripts.filter(({ name }) => LANGUAGE.test(name));
      if (languages.length !== 2)
        this.error(`${languages.length} language files were built; each language needs its own.`);
      const spared = Math.min(...languages.map(({ bytes }) => bytes));
      const visit = scripts.reduce((sum, { bytes }) => sum + bytes, 0) - spared;
      const sizes = scripts.map(({ name, bytes }) => `  ${kilobytes(bytes)}  ${name}`).join("\n");
      if (visit > BUDGET_BYTES) {
        this.error(
          `A visitor downloads ${kilobytes(visit)} of JavaScript; the budget is ${kilobytes(BUDGET_BYTES)}:\n${sizes}`,
        );
      }
      this.info(`JavaScript: ${kilobytes(visit)} of ${kilobytes(BUDGET_BYTES)} gzipped in one language\n${sizes}`);
    },
  };
}

function scriptsOf(folder: string): Script[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".js.gz"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: relative(folder, path).slice(0, -".gz".length), bytes: statSync(path).size }))
    .sort((one, other) => other.bytes - one.bytes);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
