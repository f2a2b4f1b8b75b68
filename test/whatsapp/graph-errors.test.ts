import { describe, expect, test } from "vitest";
import { REFUSAL_KINDS, REFUSALS, type RefusalKind } from "../../src/core/outbound/refusal.ts";
import { GRAPH_ERRORS, refusalKindOf } from "../../src/whatsapp/graph-errors.ts";

/** Written from Meta's list of error codes, not from the source: code → kind, when again, what it closes, whether somebody is told. */
type Row = readonly [
  codes: readonly number[],
  kind: RefusalKind,
  again: string,
  circuit: string | null,
  alerts: boolean,
];

const TABLE: readonly Row[] = [
  [[131056], "pair_limit", "soon", null, false],
  [[130429, 4, 80007], "throttled", "soon", "number", false],
  [[131057, 133004, 2494100], "maintenance", "soon", null, false],
  [[1, 2, 131000, 131016], "hiccup", "soon", null, false],
  [[131047], "window_closed", "never", null, false],
  [[131026], "unreachable", "never", null, false],
  [[131051, 131009, 131008, 100, 131021, 135000], "bad_request", "never", null, true],
  [[131052], "users_media_gone", "never", null, false],
  [[131053], "media", "never", null, false],
  [[131048], "spam_limit", "never", "proactive", true],
  [[131049], "user_limit", "never", null, false],
  [[131050], "marketing_stopped", "never", null, false],
  [[130472], "not_now", "never", null, false],
  [[130403], "blocked_by_us", "never", null, false],
  [[131062], "bsuid_not_allowed", "never", null, false],
  [[190, 0, 3, 10, 200, 230, 299, 131005], "credential", "once_mended", "credential", true],
  [[368, 131031, 130497, 131042, 131064], "number", "once_mended", "number", true],
  [[132000, 132001, 132012, 132016, 132068, 132069, 134100, 134101, 134102], "template", "never", null, true],
  [[131045, 133010, 131037, 133000, 133005, 133016], "registration", "once_mended", "number", true],
  [[424242, 199, 300, 131999, 134103], "unknown", "never", null, true],
];

const cases = TABLE.flatMap(([codes, ...rest]) => codes.map((code) => [code, ...rest] as const));

test.each(cases)("code %i is %s: again %s, closes %s, tells somebody: %s", (code, kind, again, circuit, alerts) => {
  expect(refusalKindOf(code)).toBe(kind);
  expect(REFUSALS[kind]).toMatchObject({ again, circuit, alerts });
});

describe("the table", () => {
  test("has each code once, and every kind but `unknown` at least once", () => {
    const single = GRAPH_ERRORS.flatMap(({ code }) => (typeof code === "number" ? [code] : []));
    expect(new Set(single).size).toBe(single.length);
    const kinds = new Set(GRAPH_ERRORS.map(({ kind }) => kind));
    expect(REFUSAL_KINDS.filter((kind) => !kinds.has(kind))).toEqual(["unknown"]);
  });

  test("spaces the tries of what is tried again soon, and of nothing else", () => {
    for (const kind of REFUSAL_KINDS) {
      const { again, spacing, meaning, wayOut } = REFUSALS[kind];
      expect([kind, spacing !== null]).toEqual([kind, again === "soon"]);
      expect(meaning.length, kind).toBeGreaterThan(20);
      expect(wayOut.length, kind).toBeGreaterThan(20);
    }
  });

  test("marks the person only for what is said of the person", () => {
    const marks = REFUSAL_KINDS.flatMap((kind) => REFUSALS[kind].marksContact ?? []);
    expect(marks).toEqual(["unreachable", "marketing_stopped"]);
  });

  test("hears Meta's own word only on a code that it does not know", () => {
    expect(refusalKindOf(424242, true)).toBe("hiccup");
    expect(refusalKindOf(131026, true)).toBe("unreachable");
    expect(refusalKindOf(null, true)).toBe("unknown");
  });
});
