import pino from "pino";
import type { Logger } from "../core/ports/logger.ts";
import type { LogLevel } from "./config.ts";
import { createMask } from "./mask-fields.ts";

export interface LogOptions {
  readonly level: LogLevel;
  /** `json`: a line of JSON, for machines. `line`: the same for a person at a terminal. */
  readonly style: "json" | "line";
  /** Values that must not stand in a log wherever they turn up. */
  readonly secrets: readonly string[];
}

type Level = "debug" | "info" | "warn" | "error";

/**
 * Logs to stderr. Every field and message goes through the mask: the callers are told not to log secrets and phones,
 * and this is the wall behind them.
 */
export function createLogger({ level, style, secrets }: LogOptions): Logger {
  const mask = createMask(secrets);
  const inner = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // Errors are plain objects by the time they get here: the mask has been over them.
      serializers: { err: (value: unknown) => value },
    },
    style === "line" ? { write: writeLine } : pino.destination({ dest: 2, sync: true }),
  );
  const write = (at: Level) => (fields: Readonly<Record<string, unknown>>, message: string) => {
    if (inner.isLevelEnabled(at)) inner[at](mask.fields(fields), mask.text(message));
  };
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}

/** `15:04:05 warn  a check failed  check=database` */
function writeLine(json: string): void {
  const { level, time, msg, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const details = Object.entries(fields).map(([name, value]) => {
    return `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`;
  });
  const clock = String(time).slice(11, 19);
  process.stderr.write(`${clock} ${String(level).padEnd(5)} ${[String(msg), ...details].join("  ")}\n`);
}
