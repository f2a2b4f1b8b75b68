import type { ReplaySide, ReplayTurn } from "../../core/answers/lab/replay.ts";

/**
 * Where two decisions on the same words differ; what cannot be the same (ids of sessions) is not
 * compared.
 */
export function compareSides(stored: ReplaySide | null, replayed: ReplaySide | null): ReplayTurn["differences"] {
  if (stored === null && replayed === null) return [];
  if (stored === null || replayed === null) return ["missing"];
  const parts = {
    intent: [stored.intent, replayed.intent],
    mode: [stored.mode, replayed.mode],
    templates: [stored.templates, replayed.templates],
    texts: [stored.texts, replayed.texts],
    effects: [effectsOf(stored), effectsOf(replayed)],
    signals: [stored.signals, replayed.signals],
  } as const;
  const names = ["intent", "mode", "templates", "texts", "effects", "signals"] as const;
  return names.filter((name) => {
    const [one, other] = parts[name];
    return sorted(one) !== sorted(other);
  });
}

function effectsOf({ tools, handoff }: ReplaySide) {
  return { tools: tools.map(({ tool, input }) => ({ tool, input: withoutKeys(input) })), handoff };
}

/** A purchase is named for its session, which is another one here. */
function withoutKeys(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => name !== "purchaseKey"));
}

/** JSON with its keys in order: what came through the database has lost theirs. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
