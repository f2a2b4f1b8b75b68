import type { Config } from "../../app/config.ts";
import { loadConfig } from "../../app/load-config.ts";
import { GRAPH_URL } from "../../app/open-simulator.ts";
import { RecadoError } from "../../core/errors.ts";
import { createGraphReader, type GraphAnswer } from "../../whatsapp/account/graph-reader.ts";
import { planSync, saveSync } from "../../whatsapp/account/plan-template-sync.ts";
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

/** `recado templates sync`. */
export async function syncTemplates({ workspace, account, dryRun, by, json }: SyncOptions): Promise<void> {
  const found = await readApproved(loadConfig(), account);
  const changes = await withDatabase(async ({ templates }) => {
    const id = readId(workspace);
    const planned = planSync(found, await templates.list(id));
    if (dryRun) return planned;
    await saveSync(templates, planned, { workspace: id, by: actorName(by) });
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
