import type { IntentInfo } from "../../core/agent.ts";
import { GREETING } from "./intents.ts";

export interface AskedIntent {
  readonly intent: string;
  readonly confidence: number;
}

/** From this confidence on an intent is acted upon (requirement B5; 60–84 has no second reader yet). */
export const SURE = 60;
/** From here to `SURE` the customer is asked what they meant; below, a person answers. */
export const UNCLEAR = 40;

/** Every intent of a message apart, in the order of the classifier: `hola+precio` is `hola` and `precio`. */
export function readIntents(info: IntentInfo): AskedIntent[] {
  return [info, ...info.alternatives].flatMap(({ intent, confidence }) =>
    intent.startsWith(`${GREETING}+`)
      ? [
          { intent: GREETING, confidence },
          { intent: intent.slice(GREETING.length + 1), confidence },
        ]
      : [{ intent, confidence }],
  );
}

/** The same information with `intent` as the primary one: what was acted upon is what the record shows. */
export function leadWith(info: IntentInfo, intent: string): IntentInfo {
  if (readIntents({ ...info, alternatives: [] }).some((asked) => asked.intent === intent)) return info;
  const lead = info.alternatives.find((alternative) => alternative.intent === intent);
  if (lead === undefined) return info;
  const others = [
    { intent: info.intent, confidence: info.confidence },
    ...info.alternatives.filter((other) => other !== lead),
  ];
  return { intent, confidence: lead.confidence, alternatives: others, reasoning: `${info.reasoning}; ${intent} leads` };
}

/** An intent that somebody else decided (requirement A7): nothing is read from the message. */
export function forcedIntent(intent: string): IntentInfo {
  return { intent, confidence: 100, alternatives: [], reasoning: "forced by the caller" };
}
