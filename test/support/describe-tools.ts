import type { Tool } from "../../src/tools/define-tool.ts";
import type { PolicyRule } from "../../src/tools/policy.ts";

type JsonSchema = Readonly<Record<string, unknown>>;

/** The generated half of docs/tools.md: a row a tool, its inputs, and the table of rules. */
export function describeToolsInMarkdown(tools: readonly Tool[], rules: readonly PolicyRule[]): string {
  return [
    "## The tools",
    "",
    "| tool | risk | effect | can be taken back | permissions | in ms |",
    "| --- | --- | --- | --- | --- | --- |",
    ...tools.map(row),
    "",
    ...tools.flatMap(section),
    "## The rules",
    "",
    "Read from above: the first that fits decides. Where none fits, the answer is no.",
    "",
    "| rule | when | decision | why |",
    "| --- | --- | --- | --- |",
    ...rules.map(ruleRow),
    "",
  ].join("\n");
}

function row({ name, risk, effect, reversible, permissions, timeoutMs }: Tool): string {
  return `| [${name}](#${anchor(name)}) | ${risk} | ${effect} | ${reversible ? "yes" : "no"} | ${permissions.join(", ")} | ${timeoutMs} |`;
}

/** Makes the anchor that GitHub makes of a heading. */
function anchor(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9_-]/g, "");
}

function section({ name, description, inputSchema, staffInputSchema, outputSchema, isPaid }: Tool): string[] {
  const said = fieldsOf(inputSchema);
  const beside = [...fieldsOf(staffInputSchema)].filter(([field]) => !said.has(field));
  return [
    `### ${name}`,
    "",
    `${description}${isPaid ? " (Paid.)" : ""}`,
    "",
    "| input |  |",
    "| --- | --- |",
    ...[...said].map(([field, what]) => `| \`${field}\` | ${what} |`),
    ...beside.map(([field, what]) => `| \`${field}\` (people and programs of the shop) | ${what} |`),
    "",
    `Answers with ${[...fieldsOf(outputSchema).keys()].map((field) => `\`${field}\``).join(", ")}.`,
    "",
  ];
}

function fieldsOf(schema: JsonSchema): Map<string, string> {
  const properties = isNode(schema["properties"]) ? schema["properties"] : {};
  const required: readonly unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
  return new Map(
    Object.entries(properties).map(([name, part]) => {
      const words = isNode(part) ? [typeOf(part), part["description"]].filter(Boolean).join("; ") : "";
      return [name, `${words}${required.includes(name) ? "" : "; may be left out"}`.replaceAll("|", "\\|")];
    }),
  );
}

function typeOf(part: JsonSchema): string {
  if (Array.isArray(part["enum"])) return part["enum"].map((value) => JSON.stringify(value)).join(", ");
  if (Array.isArray(part["anyOf"])) return part["anyOf"].map((one) => (isNode(one) ? typeOf(one) : "")).join(" or ");
  return String(part["type"] ?? "");
}

function ruleRow({ name, when, decision, audience, why }: PolicyRule): string {
  const conditions = Object.entries(when).map(([fact, values]) => `\`${fact}\`: ${[...values].join(", ")}`);
  const asks = decision === "confirm" ? `confirm (${audience ?? "operator"})` : decision;
  return `| ${name} | ${conditions.join("; ") || "always"} | ${asks} | ${why} |`;
}

function isNode(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
