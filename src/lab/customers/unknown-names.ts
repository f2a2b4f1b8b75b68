import type { Agent } from "../../core/agent/agent.ts";
import { type KnowledgeEntry, saidAs } from "../../core/knowledge/knowledge-entry.ts";
import { isFlowAgent } from "../../flow/define-flow-agent.ts";
import type { FlowDefinition } from "../../flow/definition/flow-definition.ts";
import { groupOf } from "../memory/compare-step.ts";
import type { ConversationLine, MessageLine } from "./labelled-lines.ts";
import { saleHolds } from "./sale-holds.ts";

/** Outcomes that every agent has, beside its own intents, templates and entries. */
const OUTCOMES = ["person", "silence", "unclear", "order", "pack", "data"];
/** What turns without a wish are recorded as. */
const RECORDED = "otro fallback datos irrelevante acknowledgment courtesy opt_out context sticker image empty".split(
  " ",
);

type Labelled = Pick<MessageLine | ConversationLine, "fields" | "forbidden"> &
  Partial<Pick<MessageLine, "intents" | "acceptable">>;

/**
 * One sentence for each name in labels that nothing of the agent can ever be, with the number of its line among those
 * that are not empty. Such a label judges every play of it wrong, or lets harm pass. Empty for an agent that is no flow,
 * whose names only its code knows.
 */
export function unknownNames(
  lines: readonly Labelled[],
  agent: Agent,
  entries: readonly KnowledgeEntry[],
): readonly string[] {
  if (!isFlowAgent(agent)) return [];
  const { definition } = agent;
  const fields = [...definition.fields.map(({ name }) => name), ...saleHolds(agent)];
  const outcomes = outcomesOf(definition, entries, fields);
  return lines.flatMap(({ fields: told, intents = [], acceptable = [], forbidden }, at) => [
    ...Object.keys(told)
      .filter((name) => !fields.includes(name))
      .map((name) => `line ${at + 1}: no field is called "${name}"; fields are ${fields.join(", ")}`),
    ...[...intents, ...acceptable, forbidden]
      .flat()
      .filter((name) => !outcomes.has(name))
      .map((name) => `line ${at + 1}: nothing has the outcome "${name}"; outcomes are ${nearby(name, outcomes)}`),
  ]);
}

function outcomesOf(
  { intents, templates, packs, knowledge }: FlowDefinition,
  entries: readonly KnowledgeEntry[],
  fields: readonly string[],
): ReadonlySet<string> {
  const said = [...templates.map(({ id }) => id), ...[...knowledge, ...entries].map(saidAs)];
  return new Set([
    ...OUTCOMES,
    ...RECORDED,
    ...Object.keys(intents),
    ...packs.map(({ id }) => `pack:${id}`),
    ...fields.map((name) => `field:${name}`),
    ...said.flatMap((id) => [id, groupOf(id)]),
  ]);
}

/** Those of its kind ("field:", "knowledge."), else the shorter ones. */
function nearby(name: string, outcomes: ReadonlySet<string>): string {
  const kind = /^(?:field:|pack:|knowledge\.)/u.exec(name)?.[0];
  return [...outcomes].filter((one) => (kind === undefined ? /^\w+$/u.test(one) : one.startsWith(kind))).join(", ");
}
