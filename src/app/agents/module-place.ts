import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The folder of Recado itself. A frame of a stack that lies in it says nothing to an agent's author. */
const OURS = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * The file, line and column of the author's own code that a failed import came from, as
 * `/shops/texts.js:3:7`; null when the error tells none.
 */
export function placeOf(thrown: unknown, file: string): string | null {
  const stack = thrown instanceof Error ? (thrown.stack ?? "") : "";
  const printed = caretPlace(stack);
  if (printed !== null) return printed;
  for (const line of stack.split("\n")) {
    const [, place] = /(?:\(|^at (?:async )?)((?:file:\/\/|\/|[A-Za-z]:\\)[^()]*:\d+:\d+)\)?$/u.exec(line.trim()) ?? [];
    if (place === undefined || place.includes("node_modules")) continue;
    const path = pathOf(place);
    if (path.startsWith(`${OURS}src/`) || path.startsWith(`${OURS}dist/`)) continue;
    return path;
  }
  return thrown instanceof SyntaxError ? placeOfSyntax(file) : null;
}

/**
 * Node tells the place of a syntax error only to a terminal, so a process of its own loads the file
 * and prints it. Nothing in the file runs: a module with a syntax error fails before its first line.
 */
function placeOfSyntax(file: string): string | null {
  const load = "await import((await import('node:url')).pathToFileURL(process.argv[1]).href)";
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", load, file], {
    encoding: "utf8",
    timeout: 5_000,
  });
  return caretPlace(stderr ?? "");
}

/** Reads `file:///shops/texts.js:3`, the line itself, and the carets below it. */
function caretPlace(printed: string): string | null {
  const [, where, carets] = /^((?:file:\/\/|\/|[A-Za-z]:\\).*:\d+)\n.*\n( *)\^/u.exec(printed) ?? [];
  return where === undefined || carets === undefined ? null : `${pathOf(where)}:${carets.length + 1}`;
}

function pathOf(place: string): string {
  const [, url, at] = /^(file:\/\/.*?)((?::\d+)+)$/u.exec(place) ?? [];
  return url === undefined ? place : `${fileURLToPath(url)}${at}`;
}
