import type { Config } from "../../app/config.ts";
import { loadConfig } from "../../app/load-config.ts";
import { GRAPH_URL } from "../../app/open-simulator.ts";
import type { MessageTemplate } from "../../core/answers/message-template.ts";
import { RecadoError } from "../../core/errors.ts";
import { TEMPLATE_CATEGORIES } from "../../core/outbound/outbound-content.ts";
import { countHoles } from "../../core/outbound/registered-template.ts";
import { createGraphReader, type GraphAnswer } from "../../whatsapp/account/graph-reader.ts";
import { type AccountTemplate, accountsOf, readTemplates, readToken } from "../../whatsapp/account/read-account.ts";
import { actorName } from "../actor-name.ts";
import { printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { withDatabase } from "../with-database.ts";
import { readId } from "./access.ts";

export interface SyncOptions {
  readonly workspace: string;
  readonly account?: string;
  readonly dryRun?: true;
  readonly by?: string;
  readonly json?: true;
}

/** What a sync does with one template, and why. */
export interface TemplateChange {
  readonly name: string;
  readonly language: string;
  readonly kind: "added" | "changed" | "removed" | "same" | "skipped" | "unknown";
  readonly detail: string;
  /** The template to save; null when nothing is saved. */
  readonly save: MessageTemplate | null;
}

/** `recado templates sync`. */
export async function syncTemplates({ workspace, account, dryRun, by, json }: SyncOptions): Promise<void> {
  const found = await readApproved(loadConfig(), account);
  const changes = await withDatabase(async ({ templates }) => {
    const id = readId(workspace);
    const planned = planSync(found, await templates.list(id));
    if (dryRun) return planned;
    for (const { kind, save, name, language } of planned) {
      if (save !== null) await templates.save(id, save, actorName(by));
      if (kind === "removed") await templates.remove(id, name, language, actorName(by));
    }
    return planned;
  });
  printResult(json, { isDryRun: dryRun === true, changes: changes.map(({ save: _, ...change }) => change) }, () =>
    changes.length === 0
      ? "WhatsApp has no template of this account."
      : textTable(
          changes.map(({ name, language, kind, detail }) => [kind, `${name}/${language}`, detail]),
          "",
        ),
  );
}

async function readApproved({ channel }: Config, account: string | undefined): Promise<AccountTemplate[]> {
  if (channel.kind !== "meta") {
    throw new RecadoError("request_invalid", "templates are WhatsApp's: set WHATSAPP_ACCESS_TOKEN to ask it");
  }
  const read = createGraphReader(channel.apiUrl ?? GRAPH_URL);
  const token = readOf(await readToken(read, channel.accessToken));
  const accounts = account === undefined ? accountsOf(token) : [account];
  const [first, ...others] = accounts;
  if (first === undefined || others.length > 0) {
    const which = accounts.length === 0 ? "names no account" : `may manage ${accounts.join(", ")}`;
    throw new RecadoError("request_invalid", `the token ${which}: give one with --account`);
  }
  return readOf(await readTemplates(read, first, channel.accessToken));
}

function readOf<Value>(answer: GraphAnswer<Value>): Value {
  if (answer.kind === "read") return answer.value;
  throw new RecadoError(
    "request_invalid",
    `Meta does not answer (${answer.detail}): \`recado doctor\` says what is wrong`,
  );
}

/** Compares what Meta has with the workspace's list. A template that Meta does not know is left, since it may be of another account. */
export function planSync(found: readonly AccountTemplate[], listed: readonly MessageTemplate[]): TemplateChange[] {
  const keyOf = ({ name, language }: { readonly name: string; readonly language: string }) => `${name}/${language}`;
  const known = new Map(listed.map((template) => [keyOf(template), template]));
  const metas = new Set(found.map(keyOf));
  return [
    ...found.map((template) => changeOf(template, known.get(keyOf(template)))),
    ...listed
      .filter((template) => !metas.has(keyOf(template)))
      .map(({ name, language }) => ({
        ...({ name, language, kind: "unknown", save: null } as const),
        detail: "this account does not have it; it stays on the list",
      })),
  ];
}

function changeOf(meta: AccountTemplate, listed: MessageTemplate | undefined): TemplateChange {
  const { name, language, status } = meta;
  const reason = status === "APPROVED" ? null : `WhatsApp says ${status}`;
  const read = reason === null ? readTemplate(meta) : reason;
  if (typeof read === "string") {
    return { name, language, kind: listed === undefined ? "skipped" : "removed", detail: read, save: null };
  }
  const { category, body, variables } = read;
  const detail = `${category}, ${variables} ${variables === 1 ? "variable" : "variables"}`;
  if (listed === undefined) return { name, language, kind: "added", detail, save: read };
  const isSame = listed.category === category && listed.body === body && listed.variables === variables;
  return { name, language, kind: isSame ? "same" : "changed", detail, save: isSame ? null : read };
}

/** The template as tools send it, or why they cannot: they give values to the text alone. */
function readTemplate({ name, language, category, parameter_format: format, components }: AccountTemplate) {
  const of = TEMPLATE_CATEGORIES.find((one) => one === category.toLowerCase());
  const body = components.find(({ type }) => type === "BODY")?.text;
  const others = components.filter(({ type }) => type !== "BODY");
  if (of === undefined) return `its category ${category} is not known here`;
  if (typeof body !== "string" || body.length > 1_024) return "it has no text";
  if (format === "NAMED") return "its variables have names, and tools give them by number";
  if (others.some((part) => /\{\{/.test(JSON.stringify(part)) || isMedia(part))) {
    return "it asks for values outside of its text, which tools do not give";
  }
  return { name, language, category: of, body, variables: countHoles(body) };
}

function isMedia(part: Readonly<Record<string, unknown>>): boolean {
  return part["type"] === "HEADER" && typeof part["format"] === "string" && part["format"] !== "TEXT";
}
