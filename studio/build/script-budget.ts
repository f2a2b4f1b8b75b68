import { readdirSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Plugin } from "vite";

/** Gzipped JavaScript of the first page before a screen of its own: the shared parts and the heaviest language. */
const FIRST_LOAD_BYTES = 70 * 1024;
/** Gzipped JavaScript that one screen adds when it is opened. */
const SCREEN_BYTES = 35 * 1024;

/** What every page loads. All other scripts are screens. */
const SHARED = /(?:^|\/)(?:index|ui|appearance|spanish|english)[-.][^/]*$/;

/** Draws a page of a PDF; fetched only when a person opens one. */
const PAGE_DRAWER = /\/pdfjs-[^/]+$/;

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
      const shared = scripts.filter(({ name }) => SHARED.test(name));
      const first = shared.reduce((sum, { bytes }) => sum + bytes, 0) - spared;
      const heaviest = Math.max(
        ...scripts.filter((one) => !shared.includes(one) && !PAGE_DRAWER.test(one.name)).map(({ bytes }) => bytes),
      );
      const sizes = scripts.map(({ name, bytes }) => `  ${kilobytes(bytes)}  ${name}`).join("\n");
      for (const [what, bytes, most] of [
        ["The first page", first, FIRST_LOAD_BYTES],
        ["The heaviest screen", heaviest, SCREEN_BYTES],
      ] as const) {
        if (bytes > most)
          this.error(
            `${what} downloads ${kilobytes(bytes)} of JavaScript; the budget is ${kilobytes(most)}:\n${sizes}`,
          );
      }
      this.info(
        `JavaScript: ${kilobytes(first)} for the first page, at most ${kilobytes(heaviest)} a screen\n${sizes}`,
      );
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
