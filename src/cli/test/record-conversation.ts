import { loadAgent } from "../../app/agents/load-agent.ts";
import { RecadoError } from "../../core/errors.ts";
import type { RecordedConversation } from "../../core/ports/lab/recorded-conversation.ts";
import { describeFailure } from "../../lab/scenarios/describe-failure.ts";
import { isFailure, judgeScenario } from "../../lab/scenarios/judge-scenario.ts";
import { type Happening, recordScenario } from "../../lab/scenarios/record-scenario.ts";
import { happeningsOf } from "../../lab/scenarios/recorded-happenings.ts";
import { replacePersonalData } from "../../lab/scenarios/replace-personal-data.ts";
import { writeScenarioFile } from "../../lab/scenarios/write-scenario-file.ts";
import { playCast } from "../play-cast.ts";
import { withDatabase } from "../with-database.ts";

/** `recado test --record`: a stored conversation as a scenario, on standard output. */
export async function recordConversation(
  id: string,
  options: { readonly agent?: string; readonly keepData?: true },
): Promise<void> {
  const recorded = await withDatabase((database) => database.recordedConversation(id));
  if (recorded === null) {
    throw new RecadoError(
      "not_found",
      `There is no conversation ${id}: \`GET /internal/agent/conversations\` lists their ids.`,
    );
  }
  const happenings = happeningsOf(recorded);
  const leftOut = describeForgotten(recorded.forgotten);
  if (happenings.length === 0 && leftOut !== null) {
    throw new RecadoError("not_found", `Nothing of conversation ${id} can be recorded: ${leftOut}.`);
  }
  const replace = options.keepData ? (text: string) => text : replacePersonalData(peopleIn(recorded, happenings));
  const name = options.agent ?? recorded.agentId;
  const scenario = recordScenario(id, happenings, replace);
  const open = await playCast(await loadAgent(name));
  const located = { scenario, file: "recorded", line: 1, stepLines: scenario.steps.map((_, index) => index + 1) };
  const judged = await judgeScenario(located, { where: "memory", open: () => open() });
  const comment = isFailure(judged)
    ? `# In memory it is not decided as it was then:\n${describeFailure(judged).replace(/^/gm, "# ")}\n\n`
    : "";
  const gap = leftOut === null ? "" : `# Not the whole conversation: ${leftOut}.\n\n`;
  process.stdout.write(`${gap}${comment}${writeScenarioFile({ agent: name, scenarios: [scenario] })}`);
}

function describeForgotten(turns: number): string | null {
  if (turns === 0) return null;
  return `${turns === 1 ? "1 turn is" : `${turns} turns are`} left out, because what was said or decided there has been forgotten (see "What is kept, and for how long" in docs/operations.md)`;
}

/** The people named in it, as far as the agent has understood and WhatsApp says. */
function peopleIn({ name }: RecordedConversation, happenings: readonly Happening[]) {
  const told = happenings.flatMap(({ decision }) => Object.entries(decision?.stateUpdates.newDatosCapturados ?? {}));
  const valuesOf = (field: RegExp) => told.filter(([one]) => field.test(one)).map(([, value]) => value);
  return { firstNames: [...valuesOf(/^(nombre|name)/), name ?? ""], surnames: valuesOf(/^(apellido|surname)/) };
}
