import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { playedToday } from "../support/share-of-the-day.ts";
import { PLANTED_BUGS } from "./bugs.ts";
import { findPlace, KEYWORDS } from "./find-place.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

function planted(source: string, find: string, replace: string): string | null {
  const place = findPlace(source, find, replace);
  return place && source.slice(0, place.start) + place.text + source.slice(place.end);
}

describe("a place is found by the shape of the code", () => {
  const source = "if (turn.fence !== lease.fence) return null;\nif (turn.version !== known.version) return null;\n";

  test("as it stands", () => {
    expect(planted(source, "turn.fence !== lease.fence", "turn.fence > lease.fence")).toBe(
      "if (turn.fence > lease.fence) return null;\nif (turn.version !== known.version) return null;\n",
    );
  });

  test("with other names and other spaces, and what is planted takes those names", () => {
    const renamed = source.replace(/\bturn\b/gu, "claim").replace("lease.fence)", "lease\n    .fence)");
    expect(planted(renamed, "turn.fence !== lease.fence", "turn.fence > lease.fence")).toBe(
      "if (claim.fence > lease.fence) return null;\nif (claim.version !== known.version) return null;\n",
    );
  });

  test("not where a name differs in one place only", () => {
    expect(findPlace("a.fence !== b.fence || c.fence", "a.fence !== a.fence", "false")).toBeNull();
  });

  test("not where two places are equally like it, nor where most names are others", () => {
    expect(findPlace("x.a === 1; x.a === 1;", "x.a === 1", "false")).toBeNull();
    expect(findPlace("one.two(three)", "four.five(six)", "")).toBeNull();
  });

  test("a line break of the pattern is one of the source", () => {
    expect(planted("where a\n  and b\nwhere a\nend", "where a\nend", "where true\nend")).toBe(
      "where a\n  and b\nwhere true\nend",
    );
  });
});

const FILE = "test/planted-bugs/find-place.test.ts";

/** Each name of each bug's place, renamed in its whole file. */
test("no rename of a single name in a file loses a bug its place", () => {
  const lost: string[] = [];
  for (const { bug, file, find, replace } of playedToday("renames", PLANTED_BUGS, { oneIn: 4, file: FILE })) {
    const source = readFileSync(`${ROOT}${file}`, "utf8");
    const place = findPlace(source, find, replace);
    for (const name of new Set(find.match(/[A-Za-z_$][\w$]*/gu) ?? [])) {
      if (KEYWORDS.has(name)) continue;
      const renamed = source.replace(
        new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`, "gu"),
        "another_name",
      );
      const found = findPlace(renamed, find, replace);
      if (place === null || found === null) lost.push(`${bug} (${name} in ${file})`);
    }
  }
  expect(lost).toEqual([]);
});
