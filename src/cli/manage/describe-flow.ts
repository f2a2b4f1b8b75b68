import type { FieldSets } from "../../flow/definition/field-definition.ts";
import type { FlowDefinition } from "../../flow/definition/flow-definition.ts";
import { textTable } from "../text-table.ts";

/** A shop on one or two screens: where a sale goes, what is understood, asked for, sold, and when time presses. */
export function describeFlow(flow: FlowDefinition): string[] {
  return [
    ...section("Modes", drawForTerminal(flow)),
    ...section("Intents", intentRows(flow)),
    ...section("Fields", fieldRows(flow)),
    ...section("Packs", textTable(flow.packs.map(({ id, name, price }) => [id, name, flow.formatPrice(price)]))),
    ...section("Timers", timerRows(flow)),
    ...section("Policies", policyRows(flow)),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return ["", title, ...lines];
}

/** Each mode with its stage, what opens it, and where it leads. */
function drawForTerminal({ modes, transitions, gates, initialMode }: FlowDefinition): string[] {
  return Object.entries(modes).flatMap(([mode, { stage }]) => {
    const targets = Object.entries(transitions[mode] ?? {}).flatMap(([to, isAllowed]) => (isAllowed ? [to] : []));
    const opened = gates[mode] ?? [];
    const head = `  ${mode === initialMode ? "▶" : "●"} ${mode} (${stage})${opened.length === 0 ? "" : `  needs ${opened.join(", ")}`}`;
    return [head, targets.length === 0 ? "    └─■ the end" : `    └─▶ ${targets.join(" · ")}`];
  });
}

function intentRows({ intents, templates }: FlowDefinition): string[] {
  return textTable(
    Object.entries(intents).map(([intent, { effect, pack, examples }]) => {
      const count = templates.filter((template) => template.intent === intent).length;
      return [
        intent,
        pack === undefined ? effect : `${effect} ${pack}`,
        count === 0 ? "" : `${count} ${count === 1 ? "template" : "templates"}`,
        examples
          .slice(0, 2)
          .map((example) => `"${example}"`)
          .join(", "),
      ];
    }),
  );
}

function fieldRows({ fields, fieldSets, pickup }: FlowDefinition): string[] {
  const rows = textTable(
    fields.map(({ name, label }) => [
      name,
      label,
      setsOf(name, fieldSets),
      pickup === null ? "" : `picked up: ${setsOf(name, pickup.fields)}`,
    ]),
  );
  return [
    ...rows,
    `  the offer is made with ${fieldSets.offerAt} answered${pickup === null ? "" : `, ${pickup.fields.offerAt} where it is picked up`}`,
  ];
}

function setsOf(field: string, sets: FieldSets): string {
  const names = (["critical", "minimum", "all", "welcome"] as const).filter((set) => sets[set].includes(field));
  return names.length === 0 ? "–" : names.join(", ");
}

function timerRows({ timers }: FlowDefinition): string[] {
  return textTable(
    Object.entries(timers).map(([level, { action, seconds }]) => [
      level,
      action,
      ...Object.entries(seconds).map(([preset, count]) => `${preset} ${count} s`),
    ]),
  );
}

function policyRows({
  bands,
  lowConfidenceHandoff,
  media,
  onNoInterest,
  unconfirmedOrderValue,
}: FlowDefinition): string[] {
  const cautious = lowConfidenceHandoff === null ? "" : `, below ${lowConfidenceHandoff} a person`;
  return textTable([
    ["confidence", `act from ${bands.act}, look again from ${bands.reanalyse}, ask from ${bands.clarify}${cautious}`],
    ["media", `sticker ${media.sticker}, image ${media.image}`],
    ["no interest", onNoInterest],
    ["unconfirmed order", `worth ${unconfirmedOrderValue}`],
  ]);
}
