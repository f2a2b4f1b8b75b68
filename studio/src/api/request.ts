import { askWhileBusy } from "./ask-while-busy.ts";
import { noteReach } from "./reach.ts";

/**
 * A refusal in the server's own words (problem+json). Status 0 means that the server was not
 * reached.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;

  constructor(problem: { status: number; code: string; detail: string; requestId?: string | null }) {
    super(problem.detail);
    this.name = "ApiError";
    this.status = problem.status;
    this.code = problem.code;
    this.requestId = problem.requestId ?? null;
  }
}

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** `/internal/agent/runs?status=failed`. Null, undefined and empty values are left out. */
export function pathWith(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Dispatches `signed-out` when the server no longer accepts the session. */
export const signedOut = new EventTarget();

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface Asked {
  readonly body?: unknown;
  readonly file?: Blob;
  readonly signal?: AbortSignal;
}

/**
 * Asks the server. `Answer` is the answer of the route in the OpenAPI document. Server and Studio
 * come from one build, so the answer is not checked again here. Throws `ApiError`, and the signal's reason once it is aborted.
 */
export async function request<Answer>(method: Method, path: string, asked: Asked = {}): Promise<Answer> {
  const response = await askWhileBusy(method, asked.signal, () => fetchFrom(method, path, asked));
  if (!response.ok) {
    const problem = await problemOf(response);
    if (response.status === 401) signedOut.dispatchEvent(new Event("signed-out"));
    throw problem;
  }
  if (response.status === 204 || !isJson(response)) return undefined as Answer;
  return (await response.json()) as Answer;
}

async function fetchFrom(method: Method, path: string, { body, file, signal }: Asked): Promise<Response> {
  const response = await fetch(path, {
    method,
    credentials: "same-origin",
    headers: {
      accept: "application/json",
      // What the server itself puts in words, as a recurring rule.
      "accept-language": document.documentElement.lang,
      ...(method === "GET" ? {} : { "x-recado-csrf": "1" }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(file === undefined ? {} : { "content-type": "application/octet-stream" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(file === undefined ? {} : { body: file }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    noteReach(false);
    throw new ApiError({ status: 0, code: "offline", detail: String(error) });
  });
  // A proxy answers these for a server that is down.
  noteReach(response.status !== 502 && response.status !== 504);
  return response;
}

/** Sends a file: the body is its bytes. */
export async function upload<Answer>(path: string, file: Blob): Promise<Answer> {
  const response = await fetch(path, {
    method: "POST",
    credentials: "same-origin",
    headers: { accept: "application/json", "x-recado-csrf": "1", "content-type": "application/octet-stream" },
    body: file,
  }).catch((error: unknown) => {
    noteReach(false);
    throw new ApiError({ status: 0, code: "offline", detail: String(error) });
  });
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as Answer;
}

function isJson(response: Response): boolean {
  return /\bjson\b/.test(response.headers.get("content-type") ?? "");
}

async function problemOf(response: Response): Promise<ApiError> {
  const requestId = response.headers.get("x-request-id");
  const text = await response.text().catch(() => "");
  try {
    const { code, detail } = JSON.parse(text) as { code?: unknown; detail?: unknown };
    if (typeof code === "string" && typeof detail === "string") {
      return new ApiError({ status: response.status, code, detail, requestId });
    }
  } catch {
    // The body is empty, or a proxy's page.
  }
  return new ApiError({ status: response.status, code: "unknown", detail: `HTTP ${response.status}`, requestId });
}
