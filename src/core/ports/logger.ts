/**
 * Structured logging. Names of fields are requirement R18's (`run_id`, `conversation_id`, `latency_ms`, …). No secret,
 * phone or message text above `debug`.
 */
export interface Logger {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void;
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}
