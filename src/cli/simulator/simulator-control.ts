import * as z from "zod";
import { print } from "../print.ts";
import { SimulatorClient, type TargetOptions } from "./simulator-client.ts";

type Options = TargetOptions & { readonly json?: true };

const FAULT = z.looseObject({
  id: z.string(),
  kind: z.string(),
  seen: z.number(),
  fired: z.number(),
  isSpent: z.boolean(),
});
const FAULTS = z.object({ items: z.array(FAULT), kinds: z.array(z.string()) });
const REMOVED = z.object({ removed: z.number() });
const RULES = z.looseObject({});
const STATUS = z.object({
  startedAt: z.string(),
  ledger: z.object({
    file: z.string().nullable(),
    lines: z.number(),
    lost: z.number().default(0),
    counts: z.record(z.string(), z.number()),
  }),
  webhooksWaiting: z.number(),
  faults: z.number(),
  rules: RULES,
});
const LEDGER = z.object({
  items: z.array(z.looseObject({ n: z.number(), at: z.string(), type: z.string() })),
  nextAfter: z.number(),
  isEnd: z.boolean(),
});

export async function showStatus(options: Options): Promise<void> {
  const json = await new SimulatorClient(options).get("/status");
  if (options.json) return print(JSON.stringify(json));
  const { startedAt, ledger, webhooksWaiting, faults, rules } = STATUS.parse(json);
  print(`since       ${startedAt}`);
  print(`ledger      ${ledger.lines} lines in ${ledger.file ?? "memory"}`);
  if (ledger.lost > 0) print(`  ${ledger.lost} lines could not be written: is the disk full?`);
  for (const [type, count] of Object.entries(ledger.counts)) print(`  ${type.padEnd(13)} ${count}`);
  print(`webhooks    ${webhooksWaiting} on their way or waiting for their next try`);
  print(`faults      ${faults} switched on`);
  print(`rules       ${inWords(rules)}`);
}

export async function listFaults(options: Options): Promise<void> {
  const json = await new SimulatorClient(options).get("/faults");
  if (options.json) return print(JSON.stringify(json));
  const { items, kinds } = FAULTS.parse(json);
  if (items.length === 0) print(`No fault is switched on. There are: ${kinds.join(", ")}.`);
  for (const fault of items) print(describe(fault));
}

/** @param order as the command line gives it; the simulator says what is wrong with it */
export async function switchOnFault(kind: string, { url, token, json, ...order }: FaultOptions): Promise<void> {
  const target = { ...(url === undefined ? {} : { url }), ...(token === undefined ? {} : { token }) };
  const made = await new SimulatorClient(target).send("POST", "/faults", { kind, ...asNumbers(order) });
  print(json ? JSON.stringify(made) : describe(FAULT.parse(made)));
}

export type FaultOptions = Options & Readonly<Record<string, string | true | undefined>>;

export async function clearFaults(id: string | undefined, options: Options): Promise<void> {
  const path = id === undefined ? "/faults" : `/faults/${encodeURIComponent(id)}`;
  const json = await new SimulatorClient(options).send("DELETE", path);
  const { removed } = REMOVED.parse(json);
  print(options.json ? JSON.stringify(json) : `${removed} ${removed === 1 ? "fault is" : "faults are"} off.`);
}

interface RuleOptions extends Options {
  readonly pairRate?: string;
  readonly window?: string;
  readonly numbers?: string;
  readonly retriesOverMs?: string;
}

/** Shows the rules; with options, changes them first. */
export async function showRules(options: RuleOptions): Promise<void> {
  const { pairRate, window, numbers, retriesOverMs } = options;
  const changes = {
    ...(pairRate === undefined ? {} : { pairRate: onOrOff(pairRate) }),
    ...(window === undefined ? {} : { window }),
    ...(numbers === undefined ? {} : { phoneNumberIds: numbers === "any" ? null : numbers.split(",") }),
    ...(retriesOverMs === undefined
      ? {}
      : { retriesOverMs: retriesOverMs === "default" ? null : asNumber(retriesOverMs) }),
  };
  const client = new SimulatorClient(options);
  const rules =
    Object.keys(changes).length === 0 ? await client.get("/rules") : await client.send("PATCH", "/rules", changes);
  print(options.json ? JSON.stringify(rules) : inWords(RULES.parse(rules)));
}

interface LedgerOptions extends Options {
  readonly after?: string;
  readonly limit?: string;
  readonly type?: string;
}

/** Prints the ledger's lines: with --json as they stand in the file. */
export async function showLedger(options: LedgerOptions): Promise<void> {
  const query = new URLSearchParams();
  for (const name of ["after", "limit", "type"] as const) {
    const value = options[name];
    if (value !== undefined) query.set(name, value);
  }
  const page = LEDGER.parse(await new SimulatorClient(options).get(`/ledger?${query}`));
  for (const { n, at, type, ...rest } of page.items) {
    print(options.json ? JSON.stringify({ type, n, at, ...rest }) : `${n}  ${at}  ${type}  ${inWords(rest)}`);
  }
  if (!page.isEnd && !options.json) print(`There is more: --after ${page.nextAfter} goes on.`);
}

function describe({ id, kind, seen, fired, isSpent, ...order }: z.infer<typeof FAULT>): string {
  const state = `${isSpent ? "over" : "on"}, met ${seen}, happened ${fired}`;
  return `${id}  ${kind}  ${[inWords(order), `(${state})`].filter((part) => part !== "").join("  ")}`;
}

function inWords(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" ");
}

/** A value that reads as a number is one, unless its field is a name in digits. */
function asNumbers(order: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const isName = (name: string) => ["phoneNumberId", "recipient", "newToken", "message", "details"].includes(name);
  return Object.fromEntries(
    Object.entries(order).map(([name, value]) => [name, isName(name) ? value : asNumber(value)]),
  );
}

export function asNumber(value: unknown): unknown {
  return typeof value === "string" && /^-?[0-9]+(\.[0-9]+)?$/.test(value) ? Number(value) : value;
}

function onOrOff(text: string): unknown {
  return text === "on" ? true : text === "off" ? false : text;
}
