import type { Step } from "../definition/flow-definition.ts";
import {
  because,
  type Draft,
  decided,
  goOn,
  hasSaidStep,
  justSaid,
  type RuleResult,
  say,
  type Turn,
} from "../draft/draft.ts";
import { enterCollect } from "../modes/enter-stage.ts";

/**
 * Silence would order to a place that the customer only asked about (requirement A31). They are asked once whether it goes there:
 * their yes orders, their silence never does.
 */
export function askOfPlace(turn: Turn, draft: Draft): Draft {
  const step = questionOfPlace(turn);
  if (hasSaidStep(turn, step)) return because(draft, "the place was only asked about: silence orders nothing");
  return say(because(draft, "the place was only asked about: asked before anything is ordered"), step);
}

function questionOfPlace({ flow }: Turn): Step {
  return flow.templates.some(({ intent }) => intent === flow.steps.askPlace) ? "askPlace" : "askConfirmation";
}

/** "No", to "does it go to Cali?": the place is forgotten and asked for. A yes confirms it, whatever else is still open. */
export function answerAskedPlace(turn: Turn, draft: Draft): RuleResult {
  const answers = new Set((turn.reading?.messages ?? []).map(({ acknowledgement }) => acknowledgement));
  const [answer, ...others] = answers;
  if (draft.onlyAsked.length === 0 || others.length > 0 || !justSaid(turn, "askPlace")) return goOn(draft);
  if (answer === "yes" || answer === "fine") return goOn({ ...draft, onlyAsked: [] });
  if (answer !== "no") return goOn(draft);
  const data = Object.fromEntries(Object.entries(draft.data).filter(([field]) => !draft.onlyAsked.includes(field)));
  const asking = because({ ...draft, data, onlyAsked: [] }, "it does not go there: the place is asked for");
  return decided(say(enterCollect(turn, asking), "missingData"));
}
