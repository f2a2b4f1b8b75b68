import { openAgents } from "../../app/agents/open-agents.ts";
import { isRealCustomers } from "../../app/config.ts";
import { loadConfig } from "../../app/load-config.ts";
import { FAILED_WEBHOOK_STATUSES, type FailedWebhook } from "../../core/answers/desk/failed-webhook.ts";
import { errorText, RecadoError } from "../../core/errors.ts";
import { isUuid } from "../../core/ids.ts";
import { createIdMaker } from "../../runtime/id-maker.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import { enqueueItems } from "../../server/intake/enqueue-items.ts";
import { replayWebhook } from "../../server/intake/failed-webhooks.ts";
import { createMetrics } from "../../server/metrics/metrics.ts";
import { NO_RUNTIME } from "../../server/server-dependencies.ts";
import { actorName } from "../actor-name.ts";
import { printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { withDatabase } from "../with-database.ts";
import { readId } from "./access.ts";

export interface FailedOptions {
  readonly workspace: string;
  readonly note?: string;
  readonly by?: string;
  readonly json?: true;
}
export interface ListFailedOptions extends FailedOptions {
  readonly status: string;
}

/** So many fit on a screen. */
const LISTED = 50;

export async function listFailed({ workspace, status, json }: ListFailedOptions): Promise<void> {
  const wanted = FAILED_WEBHOOK_STATUSES.find((known) => known === status);
  if (wanted === undefined && status !== "all") {
    throw new RecadoError("request_invalid", `"${status}" is no status: ${FAILED_WEBHOOK_STATUSES.join(", ")}, all`);
  }
  const page = await withDatabase(({ failedWebhooks }) =>
    failedWebhooks.list(readId(workspace), { status: wanted, limit: LISTED }),
  );
  printResult(json, page, () =>
    page.items.length === 0
      ? "There is none."
      : textTable(
          [
            ["id", "received at", "status", "bytes", "why"],
            ...page.items.map(({ id, receivedAt, status: is, bytes, reason }) => [
              ...[id, receivedAt.toISOString(), is, String(bytes), reason],
            ]),
          ],
          "",
        ),
  );
}

export async function showFailed(id: string, { workspace, json }: FailedOptions): Promise<void> {
  const found = await withDatabase(async ({ failedWebhooks }) =>
    isUuid(id) ? failedWebhooks.find(readId(workspace), id) : null,
  );
  if (found === null) throw unknown(id);
  const { body: _, ...shown } = found;
  printResult(json, shown, () => [`${shown.status}: ${shown.reason}`, shown.raw]);
}

export async function settleFailed(
  verb: "replay" | "resolve" | "ignore",
  ids: readonly string[],
  { workspace, note, by, json }: FailedOptions,
): Promise<void> {
  const of = readId(workspace);
  const who = { actor: actorName(by), note: note ?? null };
  const done = await withDatabase(async ({ store, failedWebhooks }, logger) => {
    const { agents, channel, coalesceMs } = loadConfig();
    // The agent of a number that was never seen before, as a running server would choose it.
    const { defaultId } = await openAgents(agents);
    const settings = { defaultAgentId: defaultId, areCustomersReal: isRealCustomers(channel), coalesceMs };
    const parts = { store, logger, metrics: createMetrics(), clock: systemClock, newId: createIdMaker(Date.now) };
    const enqueue = (items: Parameters<typeof enqueueItems>[1]) =>
      enqueueItems({ ...parts, settings, runtime: NO_RUNTIME }, items);
    const lines: { id: string; item: FailedWebhook | null; detail: string }[] = [];
    for (const id of ids) {
      try {
        const item =
          verb === "replay"
            ? await replayWebhook({ ...parts, enqueue, failedWebhooks }, of, id, who)
            : isUuid(id)
              ? await failedWebhooks.settle(of, id, { status: verb === "resolve" ? "resolved" : "ignored", ...who })
              : null;
        if (item === null) throw unknown(id);
        lines.push({ id, item, detail: item.status });
      } catch (error) {
        lines.push({ id, item: null, detail: errorText(error) });
      }
    }
    return lines;
  });
  printResult(json, done, () => done.map(({ id, detail }) => `${id}  ${detail}`));
  if (done.some(({ item }) => item === null)) process.exitCode = 1;
}

function unknown(id: string): RecadoError {
  return new RecadoError(
    "not_found",
    `there is no failed webhook ${JSON.stringify(id)}: \`recado webhook failed\` lists them`,
  );
}
