/**
 * Failures that need a name (house rule: a value when the caller chooses, a `RecadoError` when this
 * attempt cannot continue, a plain `Error` for a bug). docs/errors.md lists every code; a test
 * compares the two.
 */
export const ERROR_CODES = {
  // Starting up
  bad_environment: "never",
  agent_invalid: "never",
  port_taken: "never",
  data_dir_in_use: "never",
  data_dir_unusable: "never",
  backup_unusable: "never",
  database_unreachable: "later",
  database_too_old: "never",
  database_not_migrated: "never",
  database_newer_than_code: "never",
  database_of_development: "never",
  database_role_refused: "never",
  embedded_database_failed: "later",
  embedded_database_unsupported: "never",
  bad_scenario: "never",
  bad_training_data: "never",
  bad_model_file: "never",
  // At the doors
  unauthorized: "never",
  forbidden: "never",
  csrf_refused: "never",
  too_many_attempts: "later",
  number_in_use: "never",
  number_moving: "later",
  already_there: "never",
  changed_meanwhile: "never",
  signature_invalid: "never",
  verify_token_mismatch: "never",
  body_too_slow: "later",
  body_too_large: "never",
  body_malformed: "never",
  request_invalid: "never",
  not_found: "never",
  method_not_allowed: "never",
  media_type_unsupported: "never",
  not_ready: "later",
  run_not_cancellable: "never",
  run_not_pausable: "never",
  prompt_not_approved: "never",
  run_not_dead: "never",
  run_not_retryable: "never",
  run_not_waiting: "never",
  bot_answers: "never",
  person_answers: "never",
  window_closed: "never",
  timer_over: "never",
  customer_opted_out: "never",
  sandbox_full: "never",
  confirmation_decided: "never",
  confirmation_expired: "never",
  confirmation_not_entitled: "never",
  confirmation_changed: "never",
  key_reused: "never",
  order_moved: "never",
  last_owner: "never",
  overloaded: "later",
  internal: "later",
  // In a run
  agent_unknown: "never",
  agent_version_unknown: "later",
  decision_invalid: "never",
  turn_unreadable: "never",
  tool_denied: "never",
  tool_in_doubt: "never",
  tool_failed: "later",
  step_timeout: "later",
  version_conflict: "later",
  order_unknown: "never",
  crm_target_missing: "later",
  reminders_full: "never",
  run_abandoned: "never",
  // On the way out
  channel_unreachable: "later",
} as const satisfies Record<string, "later" | "never">;

export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * This attempt cannot go on. `message` says what was wrong, with the value, and the way out; it is for operators
 * and never reaches a customer.
 */
export class RecadoError extends Error {
  readonly code: ErrorCode;
  /** Whether the same attempt can succeed later without any change. */
  readonly retry: "later" | "never";

  constructor(code: ErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "RecadoError";
    this.code = code;
    this.retry = ERROR_CODES[code];
  }
}

/** The text of anything that was thrown, for a log or a ledger. */
export function errorText(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
