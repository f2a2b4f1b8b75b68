/** The shown parts of a decision. A shop may have written its agent, so every field is checked. */
export interface ShownDecision {
  readonly intent: string | null;
  /** The confidence, from 0 to 100. */
  readonly confidence: number | null;
  readonly engine: string | null;
  readonly reasoning: string | null;
  readonly alternatives: readonly { readonly intent: string; readonly confidence: number | null }[];
  readonly why: readonly string[];
  readonly newMode: string | null;
  readonly captured: Readonly<Record<string, string>>;
  readonly handoff: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

const fields = (value: unknown): Fields => (typeof value === "object" && value !== null ? { ...value } : {});
const words = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const number = (value: unknown): number | null => (typeof value === "number" ? value : null);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function readDecision(decision: unknown): ShownDecision {
  const { intentInfo, why, stateUpdates, handoff } = fields(decision);
  const info = fields(intentInfo);
  const updates = fields(stateUpdates);
  return {
    intent: words(info["intent"]),
    confidence: number(info["confidence"]),
    engine: words(info["engine"]),
    reasoning: words(info["reasoning"]),
    alternatives: list(info["alternatives"]).flatMap((one) => {
      const { intent, confidence } = fields(one);
      const name = words(intent) ?? words(one);
      return name === null ? [] : [{ intent: name, confidence: number(confidence) }];
    }),
    why: list(why).flatMap((line) => words(line) ?? []),
    newMode: words(updates["newMode"]),
    captured: Object.fromEntries(
      Object.entries(fields(updates["newDatosCapturados"])).flatMap(([name, value]) => {
        const text = words(value);
        return text === null ? [] : [[name, text]];
      }),
    ),
    handoff: words(fields(handoff)["reason"]),
  };
}
