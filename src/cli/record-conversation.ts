import type { Decision } from "../core/agent.ts";
import type { MessageContent } from "../core/content.ts";
import { RecadoError } from "../core/errors.ts";
import { playInMemory } from "../memory/play-in-memory.ts";
import type { ScenarioStep } from "../memory/scenario.ts";
import type { RecordedConversation } from "../postgres/recorded-conversation.ts";
import { parseDecision } from "../runtime/decision-schema.ts";
import { describeFailure } from "../scenarios/describe-failure.ts";
import { isFailure, judgeScenario } from "../scenarios/judge-scenario.ts";
import { type Happening, recordScenario } from "../scenarios/record-scenario.ts";
import { replacePersonalData } from "../scenarios/replace-personal-data.ts";
import { writeScenarioFile } from "../scenarios/write-scenario-file.ts";
import { loadAgent } from "./load-agent.ts";
import { loadConfig } from "./load-config.ts";
import { createLogger } from "./log.ts";
import { openDatabase } from "./open-database.ts";

/** `recado test --record`: a stored conversation as a scenario, on standard output. */
export async function recordConversation(
  id: string,
  options: { readonly agent?: string; readonly keepData?: true },
): Promise<void> {
  const logger = createLogger({ level: "warn", style: "line", secrets: [] });
  const database = await openDatabase(loadConfig(), { access: "shared", http: false, worker: false, logger });
  let recorded: RecordedConversation | null;
  try {
    recorded = await database.recordedConversation(id);
  } finally {
    await database.close();
  }
  if (recorded === null) {
    throw new RecadoError(
      "not_found",
      `There is no conversation ${id}: \`GET /internal/agent/conversations\` lists their ids.`,
    );
  }
  const happenings = happeningsOf(recorded);
  const replace = options.keepData ? (text: string) => text : replacePersonalData(peopleIn(recorded, happenings));
  const name = options.agent ?? recorded.agentId;
  const scenario = recordScenario(id, happenings, replace);
  const agent = await loadAgent(name);
  const located = { scenario, file: "recorded", line: 1, stepLines: scenario.steps.map((_, index) => index + 1) };
  const judged = await judgeScenario(located, { where: "memory", open: () => playInMemory(agent) });
  const comment = isFailure(judged)
    ? `# In memory it is not decided as it was then:\n${describeFailure(judged).replace(/^/gm, "# ")}\n\n`
    : "";
  process.stdout.write(`${comment}${writeScenarioFile({ agent: name, scenarios: [scenario] })}`);
}

/** Runs and operators' commands in the order in which they came about. */
function happeningsOf({ happenings, notes }: RecordedConversation): Happening[] {
  const runs = happenings.map(({ at, events, decision }): Happening => {
    const isTimer = events.every(({ inputType }) => inputType === "timer");
    const decided: Decision | null = decision == null ? null : parseDecision(decision, "journal");
    return { at, action: isTimer ? null : actionOf(events), decision: decided };
  });
  const commands = notes.flatMap(({ at, text }): Happening[] => {
    if (text.startsWith("takeover")) return [{ at, action: { takesOver: true }, decision: null }];
    return text.startsWith("handback") ? [{ at, action: { handsBack: true }, decision: null }] : [];
  });
  return [...runs, ...commands].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

type Events = RecordedConversation["happenings"][number]["events"];

/** What was done, as a step. Null: nothing that a scenario has a word for. */
function actionOf(events: Events): ScenarioStep | null {
  const theirs = events.filter(({ inputType }) => inputType === "message").map(({ content }) => content);
  const echo = events.find(({ inputType, content }) => inputType === "echo" && content.type === "text");
  if (echo !== undefined) return { operatorSays: textOf(echo.content) };
  const texts = theirs.filter(({ type }) => type === "text").map(textOf);
  if (texts.length > 0) return { says: texts };
  const [first] = theirs;
  if (first?.type === "button") return { button: first.title };
  if (first?.type === "sticker") return { sticker: true };
  if (first?.type !== "media") return null;
  return { media: { kind: first.media, ...(first.caption === null ? {} : { words: first.caption }) } };
}

function textOf(content: MessageContent): string {
  return content.type === "text" ? content.body : "";
}

/** Who is named in it, as far as the agent has understood it and WhatsApp says it. */
function peopleIn({ name }: RecordedConversation, happenings: readonly Happening[]) {
  const told = happenings.flatMap(({ decision }) => Object.entries(decision?.stateUpdates.newDatosCapturados ?? {}));
  const valuesOf = (field: RegExp) => told.filter(([one]) => field.test(one)).map(([, value]) => value);
  return { firstNames: [...valuesOf(/^(nombre|name)/), name ?? ""], surnames: valuesOf(/^(apellido|surname)/) };
}
