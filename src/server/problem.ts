import { z } from "@hono/zod-openapi";
import { type ErrorCode, RecadoError } from "../core/errors.ts";

/**
 * Every refusal of the server (RFC 9457). `detail` is for the developer of the caller. Internal
 * faults are in the log under the same `requestId`, never here.
 */
export const Problem = z
  .object({
    type: z.string().openapi({ example: "urn:recado:problem:not_found" }),
    title: z.string(),
    status: z.number().int(),
    code: z.string().openapi({ description: "A code of docs/errors.md.", example: "not_found" }),
    detail: z.string(),
    requestId: z.string().optional(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  })
  .openapi("Problem");

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/**
 * The codes whose message is written for a caller. Every other error is 500 or 503, without its
 * text.
 */
const STATUS_OF = {
  unauthorized: 401,
  forbidden: 403,
  csrf_refused: 403,
  too_many_attempts: 429,
  number_in_use: 409,
  number_moving: 503,
  already_there: 409,
  changed_meanwhile: 409,
  signature_invalid: 401,
  verify_token_mismatch: 403,
  body_too_slow: 408,
  body_too_large: 413,
  body_malformed: 400,
  request_invalid: 422,
  not_found: 404,
  run_not_cancellable: 409,
  run_not_pausable: 409,
  prompt_not_approved: 409,
  run_not_dead: 409,
  timer_over: 409,
  customer_opted_out: 409,
  run_not_retryable: 409,
  run_not_waiting: 409,
  sandbox_full: 409,
  bot_answers: 409,
  person_answers: 409,
  window_closed: 409,
  confirmation_decided: 409,
  confirmation_expired: 409,
  confirmation_not_entitled: 403,
  confirmation_changed: 409,
  key_reused: 409,
  order_moved: 409,
  last_owner: 409,
  overloaded: 503,
  method_not_allowed: 405,
  media_type_unsupported: 415,
  not_ready: 503,
  channel_unreachable: 503,
} as const satisfies Partial<Record<ErrorCode, number>>;

const TITLES: Readonly<Record<number, string>> = {
  400: "Malformed request",
  401: "Not authorized",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict",
  408: "Request timeout",
  413: "Content too large",
  415: "Unsupported media type",
  422: "Invalid request",
  429: "Too many attempts",
  500: "Internal error",
  503: "Not available now",
};

/** A well-formed request that breaks a rule. It names each field at fault. */
export class InvalidRequest extends RecadoError {
  readonly errors: readonly FieldError[];

  constructor(errors: readonly FieldError[]) {
    super("request_invalid", errors.map(({ field, message }) => `${field}: ${message}`).join("; "));
    this.errors = errors;
  }
}

export interface ProblemInput {
  readonly code: keyof typeof STATUS_OF | "internal" | "database_unreachable";
  readonly detail: string;
  readonly requestId: string | undefined;
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ProblemParts {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function problemResponse(input: ProblemInput): Response {
  const { status, headers, body } = problemParts(input);
  return new Response(body, { status, headers });
}

/** A problem as status, headers and body. */
export function problemParts(input: ProblemInput): ProblemParts {
  const status = input.code === "internal" ? 500 : input.code === "database_unreachable" ? 503 : STATUS_OF[input.code];
  const body = {
    type: `urn:recado:problem:${input.code}`,
    title: TITLES[status] ?? "Error",
    status,
    code: input.code,
    detail: input.detail,
    ...(input.requestId === undefined ? {} : { requestId: input.requestId }),
    ...(input.errors === undefined ? {} : { errors: input.errors }),
  };
  return {
    status,
    headers: {
      "content-type": "application/problem+json",
      ...(input.code === "unauthorized" ? { "www-authenticate": 'Bearer realm="recado"' } : {}),
      ...(status === 503 ? { "retry-after": "1" } : {}),
      ...(status === 429 ? { "retry-after": "60" } : {}),
      ...input.headers,
    },
    body: JSON.stringify(body),
  };
}

/** What a caller may read of a thrown error; null when it is not for callers. */
export function problemOf(thrown: unknown): Omit<ProblemInput, "requestId"> | null {
  if (thrown instanceof InvalidRequest) {
    return { code: "request_invalid", detail: thrown.message, errors: thrown.errors };
  }
  if (thrown instanceof RecadoError && isForCallers(thrown.code)) return { code: thrown.code, detail: thrown.message };
  return null;
}

function isForCallers(code: ErrorCode): code is ErrorCode & keyof typeof STATUS_OF {
  return Object.hasOwn(STATUS_OF, code);
}

const problemContent = { "application/problem+json": { schema: Problem } };

/** The refusals of a route, for its OpenAPI entry. */
export function problems<Status extends number>(...statuses: Status[]) {
  return Object.fromEntries(
    statuses.map((status) => [status, { description: TITLES[status] ?? "Error", content: problemContent }]),
  ) as Record<Status, { description: string; content: typeof problemContent }>;
}
