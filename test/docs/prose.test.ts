import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

/**
 * The rule of CONTRIBUTING.md on prose, as far as a pattern can judge it. A comment or a paragraph
 * begins with its subject or its verb, and the actor has a name: worker, operator, customer, model.
 */
const root = fileURLToPath(new URL("../../", import.meta.url));

/** "Of the tries that are made soon" leaves the reader to find the subject. "By default" is complete. */
const DANGLING = /^(?:Of|As|By(?! default)|To whom|Whom|Whose)\b/;
const NAMELESS = /\b(?:whoever|whomever|nobody|somebody|anybody|everybody|no one)\b/i;

/** Quoted words are other people's: a customer's, a contract's, an operating system's. */
const quoted = /`[^`]*`|"[^"]*"|“[^”]*”/g;

interface Prose {
  readonly line: number;
  readonly text: string;
}

function faultsOf(prose: readonly Prose[]): string[] {
  return prose.flatMap(({ line, text }) => {
    const own = text.replaceAll(quoted, "·");
    const faults = [DANGLING.exec(own)?.[0], NAMELESS.exec(own)?.[0]].filter((found) => found !== undefined);
    return faults.map((found) => `line ${line}: ${found}: ${text.slice(0, 100)}`);
  });
}

/** Comments on lines of their own and behind code; lines that follow each other are one comment. */
function commentsOf(code: string): Prose[] {
  const blocks =
    /^[ \t]*\/\*\*?([\s\S]*?)\*\/|^[ \t]*(?:\/\/|--) ?(.*(?:\n[ \t]*(?:\/\/|--) ?.*)*)|[;,{})\]] \/\/ (.*)$/gm;
  return [...code.matchAll(blocks)].map(({ 0: all, 1: block, 2: lines, 3: behind, index }) => ({
    line: code.slice(0, index + all.search(/\S/)).split("\n").length,
    text: (block ?? lines ?? behind ?? "").replaceAll(/\n[ \t]*(?:\*|\/\/|--)? ?/g, " ").trim(),
  }));
}

/** Texts that a person reads: literals of several words. */
function textsOf(code: string): Prose[] {
  return [...code.matchAll(/"((?:[^"\\\n]|\\.)* (?:[^"\\\n]|\\.)*)"/g)].map(({ 1: text = "", index }) => ({
    line: code.slice(0, index).split("\n").length,
    text,
  }));
}

/** Paragraphs, items of lists, headings and cells of tables, without blocks of code. */
function paragraphsOf(page: string): Prose[] {
  const plain = page.replace(/^ *```[\s\S]*?^ *```$/gm, (block) => block.replaceAll(/[^\n]/g, ""));
  let before = "";
  return plain.split("\n").flatMap((text, index) => {
    const begins = before.trim() === "" || /^\s*(?:[-*>|#]|\d+\.) ?/.test(text);
    before = text;
    const cells = text.startsWith("|") ? text.split("|") : [text.replace(/^\s*(?:[-*>#]+|\d+\.) /, "")];
    // A line within a paragraph begins no sentence of its own.
    return cells.map((cell) => ({ line: index + 1, text: begins ? cell.trim() : `· ${cell.trim()}` }));
  });
}

function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => `${folder}/${name}`)
    .sort();
}

/** Rooms as the house has them: `src/core/turn`, `studio/src/screens`. */
function roomOf(path: string): string {
  const folders = path.split("/").slice(0, -1);
  return folders.slice(0, 3).join("/");
}

const sources = [...filesBelow("src", /\.(?:ts|sql)$/), ...filesBelow("studio/src", /\.tsx?$/)];
const tests = ["test", "bench", "examples", "bin"].flatMap((folder) => filesBelow(folder, /\.[jt]s$/));
const pages = [...filesBelow("docs", /\.md$/), "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
const rooms = [...new Set(sources.map(roomOf))];

/** A migration that a database has applied is never edited, not even its comments. */
const APPLIED: ReadonlySet<string> = new Set(["src/postgres/migrations"]);

describe("comments begin with their subject or verb; comments and texts name the actor", () => {
  test.each(rooms.filter((room) => !APPLIED.has(room)))("%s", (room) => {
    const faults = sources
      .filter((path) => roomOf(path) === room)
      .flatMap((path) => {
        const code = readFileSync(join(root, path), "utf8");
        const texts = textsOf(code).filter(({ text }) => NAMELESS.test(text));
        return [...faultsOf(commentsOf(code)), ...texts.map(({ line, text }) => `line ${line}: ${text}`)].map(
          (fault) => `${path} ${fault}`,
        );
      });
    expect(faults).toEqual([]);
  });
});

test.each([...new Set(tests.map(roomOf))])("comments of %s begin with their subject or verb", (room) => {
  const faults = tests
    .filter((path) => roomOf(path) === room)
    .flatMap((path) =>
      commentsOf(readFileSync(join(root, path), "utf8"))
        .filter(({ text }) => DANGLING.test(text))
        .map(({ line, text }) => `${path} line ${line}: ${text.slice(0, 100)}`),
    );
  expect(faults).toEqual([]);
});

test.each(pages)("%s begins each paragraph with its subject or verb, and names the actor", (path) => {
  expect(faultsOf(paragraphsOf(readFileSync(join(root, path), "utf8")))).toEqual([]);
});

test("the rule sees a dangling opening and a nameless actor, and leaves quotations alone", () => {
  const code =
    '/**\n * Of the tries that are made soon;\n * null for others.\n */\n// Whoever asks.\nf(); // "nobody" is a user\n';
  expect(faultsOf(commentsOf(code))).toEqual([
    "line 1: Of: Of the tries that are made soon; null for others.",
    "line 5: Whoever: Whoever asks.",
  ]);
  expect(textsOf('say("a question that nobody was asked", "nobody")')).toEqual([
    { line: 1, text: "a question that nobody was asked" },
  ]);
  expect(faultsOf(paragraphsOf("By default it waits\nof old.\n\n- As said.\n\n| a | To whom |\n"))).toEqual([
    "line 4: As: As said.",
    "line 6: To whom: To whom",
  ]);
});
