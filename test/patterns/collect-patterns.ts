import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const SRC = fileURLToPath(new URL("../../src/", import.meta.url));

/** Where a request or a customer's text may meet a pattern. */
const FOLDERS = ["server", "whatsapp", "nlu", "flow", "core", "agents", "tools", "outside"];

export interface Pattern {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/**
 * A literal begins where a value may stand. A path within a string or a comment may look like one: it is a pattern more, and
 * harms nothing.
 */
const LITERAL = /(?<=[=(,:!&|?{}[;>\s]|return )\/(?![*/])((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g;

/** All patterns that stand in the source, once each. */
export function collectLiterals(): Pattern[] {
  const found = new Map<string, Pattern>();
  for (const folder of FOLDERS) {
    for (const name of readdirSync(join(SRC, folder), { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".ts")) continue;
      const path = join(SRC, folder, name);
      readFileSync(path, "utf8")
        .split("\n")
        .forEach((line, index) => {
          for (const [, source = "", flags = ""] of line.matchAll(LITERAL)) {
            if (!isPattern(source, flags)) continue;
            found.set(`/${source}/${flags}`, { place: `${relative(SRC, path)}:${index + 1}`, source, flags });
          }
        });
    }
  }
  return [...found.values()];
}

/** The files whose modules make patterns out of words when they are loaded. */
export function modulesThatBuild(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(SRC, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(SRC, folder, name))
      .filter((path) => readFileSync(path, "utf8").includes("new RegExp(")),
  );
}

function isPattern(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags).source.length > 2;
  } catch {
    return false;
  }
}
