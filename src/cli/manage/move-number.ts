import { loadConfig } from "../../app/load-config.ts";
import { createLogger } from "../../app/log.ts";
import { RecadoError } from "../../core/errors.ts";
import { openEmbedded } from "../../postgres/embedded/open-embedded.ts";
import { type Cell, openCell } from "../../postgres/moves/cell.ts";
import { cancelMove, moveNumber, planMove } from "../../postgres/moves/move-number.ts";
import { createIdMaker } from "../../runtime/id-maker.ts";
import { actorName } from "../actor-name.ts";
import { printResult } from "../print.ts";

export interface MoveOptions {
  readonly to: string;
  readonly door?: string;
  readonly wait: string;
  readonly dryRun?: true;
  readonly cancel?: true;
  readonly by?: string;
  readonly json?: true;
}

const logger = createLogger({ level: "warn", style: "line", secrets: [] });

/** `recado number move <id> --to <url>` */
export async function moveNumberTo(number: string, options: MoveOptions): Promise<void> {
  const to = readDatabaseUrl(options.to);
  const forwardTo = readDoor(options.door);
  const drainWithinMs = readSeconds(options.wait) * 1_000;
  const by = actorName(options.by);
  const newId = createIdMaker(() => Date.now());
  await withCells(to, async (source, target) => {
    const order = { source, target, number, by, newId };
    if (options.dryRun) {
      const plan = await planMove(order);
      printResult(options.json, plan, () => [
        `Number ${number} of workspace ${plan.workspace} would ${plan.resumes ? "go on moving" : "move"} from ${plan.from} to ${plan.to}:`,
        ...Object.entries(plan.rows).flatMap(([table, rows]) => (rows === 0 ? [] : [`  ${table} ${rows}`])),
        "Nothing was changed.",
      ]);
      return;
    }
    if (options.cancel) {
      await cancelMove(order);
      printResult(
        options.json,
        { number, cancelled: true },
        () => `Number ${number} stays in ${source.name}, and goes on.`,
      );
      return;
    }
    const moved = await moveNumber({
      ...order,
      ...{ forwardTo, drainWithinMs },
      onStep: (step) => say(SAID[step] ?? null),
      onProgress: say,
    });
    printResult(options.json, moved, () => [
      `Number ${number} is served from ${moved.to}. ${rowsIn(moved.copied?.rows)} rows went over.`,
      forwardTo === null
        ? "Its webhooks here are answered with 503 until Meta calls the door there: change the callback URL now, or run the command again with --door."
        : `What still comes for it here is passed on to ${forwardTo}.`,
      "The workers there need the number's agent and its access token; `recado doctor` says what is missing.",
    ]);
  });
}

/** The steps that a person waits for. */
const SAID: Readonly<Record<string, string>> = {
  begun: "the door takes nothing more of it in: Meta delivers it again",
  announced: "waiting until what is under way has ended",
  silent: "its rows are frozen: copying",
  copied: "the other database serves it",
};

/** Progress is for people: on standard error, so that a script reads only the result. */
function say(line: string | null): void {
  if (line !== null) process.stderr.write(`${line}\n`);
}

function rowsIn(rows: Readonly<Record<string, number>> | undefined): number {
  return Object.values(rows ?? {}).reduce((sum, one) => sum + one, 0);
}

async function withCells(to: string, work: (source: Cell, target: Cell) => Promise<void>): Promise<void> {
  const config = loadConfig();
  const server =
    config.databaseUrl === null ? await openEmbedded({ dataDir: config.dataDir, access: "shared", logger }) : null;
  try {
    const source = await openCell(server?.ownerUrl ?? config.databaseUrl ?? "", logger);
    try {
      const target = await openCell(to, logger);
      try {
        await work(source, target);
      } finally {
        await target.database.close();
      }
    } finally {
      await source.database.close();
    }
  } finally {
    await server?.close();
  }
}

function readDatabaseUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) return value;
  throw new RecadoError(
    "request_invalid",
    "--to is not the address of a database: postgres://user@host:5432/name, of the owner of its tables. A password may stand in ~/.pgpass instead.",
  );
}

function readDoor(value: string | undefined): string | null {
  if (value === undefined) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === "") return url.toString();
  throw new RecadoError(
    "request_invalid",
    `--door "${value}" is not the webhook of the other door: https://<its domain>/api/whatsapp/webhook`,
  );
}

function readSeconds(value: string): number {
  const seconds = Number(value);
  if (/^\d{1,5}$/.test(value) && seconds >= 1) return seconds;
  throw new RecadoError("request_invalid", `--wait "${value}" is not a number of seconds from 1`);
}
