import type { ScenarioPlayer } from "../memory/scenario-player.ts";
import type { MessageLine } from "./labelled-lines.ts";
import { type Before, isAnyOf, misread, type Outcomes, outcomesOf } from "./outcomes.ts";

export const VERDICTS = ["right", "acceptable", "wrong", "unclear", "silent", "harmful"] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface JudgedMessage {
  readonly line: MessageLine;
  readonly verdict: Verdict;
  /** 0–100; null when no intent was decided. */
  readonly confidence: number | null;
  readonly outcomes: Outcomes;
  /** Fields that were not read as they should be. */
  readonly misread: readonly string[];
  readonly heard: readonly string[];
}

/** Plays what came before, then the message, and judges what the message led to. */
export async function judgeMessage(
  line: MessageLine,
  player: ScenarioPlayer,
  holds: readonly string[],
): Promise<JudgedMessage> {
  let before: Before = null;
  for (const says of line.context.before) before = await player.play({ says });
  const observed = await player.play({ says: line.text });
  const outcomes = outcomesOf(observed, before ?? startOf(line), holds);
  const wrongFields = misread(line.fields, observed.session.datosCapturados);
  const info = observed.turns.flatMap(({ decision }) => decision?.intentInfo ?? []).at(-1);
  return {
    line,
    verdict: verdictOf(line, outcomes, wrongFields.length === 0),
    confidence: info?.confidence ?? null,
    outcomes,
    misread: wrongFields,
    heard: observed.turns.flatMap(({ heard }) => heard),
  };
}

/** What a starting point has is not new. */
function startOf({ context: { from } }: MessageLine): Before {
  const { mode = "", data = {}, pack = null } = from;
  return {
    session: { mode, status: "active", datosCapturados: data, packSeleccionado: pack, pendientes: [] },
    orders: [],
  };
}

function verdictOf({ intents, acceptable, forbidden }: MessageLine, outcomes: Outcomes, isRead: boolean): Verdict {
  if (forbidden.some((name) => outcomes.has(name))) return "harmful";
  if (isRead && (intents.length === 0 || isAnyOf(intents, outcomes))) return "right";
  if (isRead && isAnyOf(acceptable, outcomes)) return "acceptable";
  if (outcomes.has("silence")) return "silent";
  return outcomes.has("unclear") ? "unclear" : "wrong";
}
