import { RecadoError } from "../../core/errors.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import { describeRetention } from "../../core/operations/describe-retention.ts";
import {
  DATA_CLASSES,
  type DataClass,
  type KeepDays,
  MOST_KEEP_DAYS,
  RETENTION,
} from "../../core/operations/retention.ts";
import type { KnownRetention, Retention } from "../../core/ports/governance/retention.ts";
import { actorName } from "../actor-name.ts";
import { print, printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { withDatabase } from "../with-database.ts";

export interface ShowOptions {
  readonly workspace: string;
  readonly json?: true;
}

export interface KeepOptions extends ShowOptions {
  readonly by?: string;
}

/** `recado retention`. */
export async function showRetention({ workspace, json }: ShowOptions): Promise<void> {
  const known = await atRetention(workspace, (retention, id) => retention.get(id));
  printResult(json, describeRetention(known), () => describe(known));
}

/** `recado retention set`: one class; the others stay as the workspace has them. */
export async function keepFor(className: string, length: string, { workspace, by, json }: KeepOptions): Promise<void> {
  const of = readClass(className);
  const days = readLength(of, length);
  const actor = actorName(by);
  const [before, after] = await atRetention(workspace, async (retention, id) => {
    const known = await retention.get(id);
    const { [of]: _, ...others } = known.own;
    const own: Partial<KeepDays> = days === undefined ? others : { ...others, [of]: days };
    const result = await retention.set(id, own, actor);
    if (result.kind === "refused") throw new RecadoError("request_invalid", `${result.fault}${wayOut(of)}`);
    return [known, await retention.get(id)] as const;
  });
  if (json) return print(JSON.stringify(describeRetention(after)));
  const kept = after.days[of];
  print([
    `${of}: ${lengthOf(kept)} from now on (before: ${lengthOf(before.days[of])}).`,
    ...(isShorter(kept, before.days[of]) ? ["What is older goes in the next night, and cannot be brought back."] : []),
  ]);
}

async function atRetention<Result>(
  workspace: string,
  work: (retention: Retention, workspace: WorkspaceId) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async ({ accessAdmin, store }) => {
    const known = (await accessAdmin.workspaces(null)).find(({ id }) => id === workspace);
    if (known === undefined) {
      throw new RecadoError("not_found", `there is no workspace "${workspace}": \`recado workspace list\` lists them`);
    }
    return work(store.retention, known.id);
  });
}

function readClass(text: string): DataClass {
  const of = DATA_CLASSES.find((known) => known === text);
  if (of !== undefined) return of;
  throw new RecadoError("request_invalid", `"${text}" is no class of data: ${DATA_CLASSES.join(", ")}`);
}

/** Undefined: whatever the installation or the default says. */
function readLength(of: DataClass, text: string): number | null | undefined {
  if (text === "forever") return null;
  if (text === "default") return undefined;
  const { leastDays } = RETENTION[of];
  const days = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (days >= leastDays && days <= MOST_KEEP_DAYS) return days;
  throw new RecadoError(
    "request_invalid",
    `"${text}" is not how long ${of} may be kept: a whole number of days from ${leastDays} to ${MOST_KEEP_DAYS}, or forever, or default`,
  );
}

/** Two classes hang together: which one to move first. */
function wayOut(of: DataClass): string {
  return of === "messages"
    ? ": first `recado retention set journals <days>`"
    : of === "journals"
      ? ": first `recado retention set messages <days>`"
      : "";
}

function describe({ own, days, setAt, setBy, lastNight }: KnownRetention): string[] {
  const rows = DATA_CLASSES.map((of) => [of, lengthOf(days[of]), whoSays(of, { own, days }), RETENTION[of].covers]);
  return [
    ...textTable([["class", "kept", "as set by", "what it holds"], ...rows], ""),
    "",
    setAt === null ? "Nothing was ever set here." : `Last set by ${setBy} at ${setAt.toISOString()}.`,
    lastNight === null
      ? "No night has run yet."
      : `The last night ended at ${lastNight.endedAt.toISOString()} and forgot ${countsOf(lastNight.removed)}.`,
  ];
}

function whoSays(of: DataClass, { own, days }: Pick<KnownRetention, "own" | "days">): string {
  if (own[of] !== undefined) return `the workspace (default: ${lengthOf(RETENTION[of].defaultDays)})`;
  return days[of] === RETENTION[of].defaultDays ? "default" : "the environment";
}

function countsOf(removed: Partial<Record<DataClass, number>>): string {
  const counts = DATA_CLASSES.flatMap((of) => (removed[of] === undefined ? [] : [`${of} ${removed[of]}`]));
  return counts.length === 0 ? "nothing" : counts.join(", ");
}

function lengthOf(days: number | null): string {
  return days === null ? "forever" : days === 1 ? "1 day" : `${days} days`;
}

function isShorter(now: number | null, before: number | null): boolean {
  return now !== null && (before === null || now < before);
}
