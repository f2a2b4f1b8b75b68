import type { SandboxLine } from "../../core/answers/lab/sandbox.ts";
import { RecadoError } from "../../core/errors.ts";
import type { SandboxQuestion } from "../memory/sandbox-question.ts";

/** The open question of this id; the newest when no id is given. */
export function questionNamed(open: readonly SandboxQuestion[], id: string | undefined): SandboxQuestion {
  const asked = id === undefined ? open.at(-1) : open.find((one) => one.id === id);
  if (asked !== undefined) return asked;
  throw new RecadoError(
    "request_invalid",
    `${id === undefined ? "No question is open" : "That question is not open"}: it was answered, it has expired, or it was called off.`,
  );
}

interface TappedQuestion {
  readonly asked: SandboxQuestion;
  readonly decision: "approve" | "deny";
}

/**
 * A tap names its question while several are open; a plain yes would not. Null when the button is
 * played as any other message of the customer.
 */
export function tappedQuestion(
  open: readonly SandboxQuestion[],
  shown: SandboxLine | undefined,
  title: string,
): TappedQuestion | null {
  const asksCustomer = open.filter(({ audience }) => audience === "customer");
  const asked = asksCustomer.findLast(({ question }) => question === shown?.text);
  if (asksCustomer.length < 2 || asked === undefined || shown?.buttons.includes(title) !== true) return null;
  return { asked, decision: shown.buttons.indexOf(title) === 0 ? "approve" : "deny" };
}
