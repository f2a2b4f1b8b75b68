import pg from "pg";
import * as z from "zod";
import type { TestDatabase } from "./test-database.ts";

/** What one scan of a statement that really ran has read. */
export interface Scan {
  /** The statement that it belongs to, also one inside of a function. */
  readonly statement: string;
  readonly node: string;
  readonly table: string;
  readonly index: string | null;
  readonly condition: string | null;
  /** How often it was begun: once for each key that was asked for, where it is bound to one. */
  readonly loops: number;
  /** Rows and pages that it met each time, also those that it threw away. */
  readonly rowsEach: number;
  readonly pagesEach: number;
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string | undefined;
  readonly "Index Name"?: string | undefined;
  readonly "Index Cond"?: string | undefined;
  readonly Filter?: string | undefined;
  readonly "Actual Rows"?: number | undefined;
  readonly "Actual Loops"?: number | undefined;
  readonly "Rows Removed by Filter"?: number | undefined;
  readonly "Rows Removed by Index Recheck"?: number | undefined;
  readonly "Shared Hit Blocks"?: number | undefined;
  readonly "Shared Read Blocks"?: number | undefined;
  readonly Plans?: readonly PlanNode[] | undefined;
}

const planNode: z.ZodType<PlanNode> = z.lazy(() =>
  z.looseObject({
    "Node Type": z.string(),
    "Relation Name": z.string().optional(),
    "Index Name": z.string().optional(),
    "Index Cond": z.string().optional(),
    Filter: z.string().optional(),
    "Actual Rows": z.number().optional(),
    "Actual Loops": z.number().optional(),
    "Rows Removed by Filter": z.number().optional(),
    "Rows Removed by Index Recheck": z.number().optional(),
    "Shared Hit Blocks": z.number().optional(),
    "Shared Read Blocks": z.number().optional(),
    Plans: z.array(planNode).optional(),
  }),
);
const explained = z.looseObject({ "Query Text": z.string(), Plan: planNode });

/** Before a connection is opened that is to be watched: PostgreSQL tells each of them the plan of each statement that it ran. */
export async function explainEverything(database: TestDatabase): Promise<void> {
  const settings = {
    session_preload_libraries: "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_nested_statements": "on",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_buffers": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_format": "json",
    "auto_explain.log_level": "notice",
  };
  const { pathname } = new URL(database.url);
  for (const [name, value] of Object.entries(settings)) {
    await database.rows(`alter database ${pathname.slice(1)} set ${name} = '${value}'`);
  }
}

/**
 * The scans of all statements that this process has run, as PostgreSQL carried them out: with the plan that the connection held,
 * those of functions, triggers and foreign keys among them. The statements are not copied from anywhere, so a new one is watched too.
 */
export function watchPlans(): { take(): Scan[]; stop(): void } {
  const { emit } = pg.Client.prototype;
  let heard: string[] = [];
  pg.Client.prototype.emit = function (this: pg.Client, event, ...told: unknown[]) {
    const [notice] = told;
    if (event === "notice" && notice instanceof Error === false && hasMessage(notice)) heard.push(notice.message);
    return Reflect.apply(emit, this, [event, ...told]);
  };
  return {
    take() {
      const plans = heard.filter((text) => text.includes("plan:\n"));
      heard = [];
      return plans.flatMap((text) => {
        const { "Query Text": statement, Plan } = explained.parse(JSON.parse(text.slice(text.indexOf("plan:\n") + 6)));
        return scansOf(statement, Plan);
      });
    },
    stop() {
      pg.Client.prototype.emit = emit;
    },
  };
}

function hasMessage(notice: unknown): notice is { readonly message: string } {
  return typeof notice === "object" && notice !== null && "message" in notice && typeof notice.message === "string";
}

function scansOf(statement: string, node: PlanNode): Scan[] {
  const below = node.Plans?.flatMap((one) => scansOf(statement, one)) ?? [];
  const loops = node["Actual Loops"] ?? 0;
  const isScan = node["Relation Name"] !== undefined || node["Index Name"] !== undefined;
  if (!isScan || loops === 0 || node["Node Type"] === "ModifyTable") return below;
  const pages = (one: PlanNode) => (one["Shared Hit Blocks"] ?? 0) + (one["Shared Read Blocks"] ?? 0);
  const own = pages(node) - (node.Plans ?? []).reduce((sum, one) => sum + pages(one), 0);
  const rowsEach =
    (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  const scan: Scan = {
    statement,
    node: node["Node Type"],
    table: node["Relation Name"] ?? "",
    index: node["Index Name"] ?? null,
    condition: [node["Index Cond"], node.Filter].filter(Boolean).join(" | ") || null,
    loops,
    rowsEach,
    pagesEach: own / loops,
  };
  return [scan, ...below];
}
