import { TAPPED_EFFECTS } from "../definition/flow-definition.ts";
import { because, type Draft, decided, goOn, type RuleResult, type Turn } from "../draft/draft.ts";
import { TAPPED } from "../options/rich-templates.ts";
import { carryOut } from "./effects.ts";

/** A lone tap on what a template offered means that intent, whatever its words would be read as. */
export function heedTappedIntent(turn: Turn, draft: Draft): RuleResult {
  const [tap, ...others] = turn.input.taps ?? [];
  if (tap === undefined || others.length > 0 || turn.input.messages.length > 1) return goOn(draft);
  const intent = tap.payload.startsWith(TAPPED) ? tap.payload.slice(TAPPED.length) : "";
  const definition = turn.flow.intents[intent];
  if (definition === undefined || !TAPPED_EFFECTS.includes(definition.effect)) return goOn(draft);
  const reasoning = `the button for ${intent}`;
  const tapped: Draft = {
    ...because(draft, reasoning),
    intentInfo: { intent, confidence: 100, alternatives: [], reasoning },
    seen: [...draft.seen, intent],
  };
  return decided(carryOut(turn, tapped, { intent, definition }));
}
