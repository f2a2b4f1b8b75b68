import { describe, expect, test } from "vitest";
import { findPlace } from "./find-place.ts";

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
