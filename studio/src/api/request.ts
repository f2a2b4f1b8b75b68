/** What the server refused, in its own words (problem+json); status 0: it was not reached. */
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

/** `/internal/agent/runs?status=failed`: what is null, undefined or empty is left out. */
export function pathWith(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Heard when the server no longer knows who we are. */
export const signedOut = new EventTarget();

/**
 * Asks the server. `Answer` is what its OpenAPI document says of the route; server and Studio come out of one build, so it is
 * not checked again here. Throws `ApiError`.
 */
export async function request<Answer>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  { body, signal }: { body?: unknown; signal?: AbortSignal } = {},
): Promise<Answer> {
  const response = await fetch(path, {
    method,
    credentials: "same-origin",
    headers: {
      accept: "application/json",
      ...(method === "GET" ? {} : { "x-recado-csrf": "1" }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError({ status: 0, code: "offline", detail: String(error) });
  });
  if (!response.ok) {
    const problem = await problemOf(response);
    if (response.status === 401) signedOut.dispatchEvent(new Event("signed-out"));
    throw problem;
  }
  if (response.status === 204 || !isJson(response)) return undefined as Answer;
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
    // Not ours: a proxy's own page, or none at all.
  }
  return new ApiError({ status: response.status, code: "unknown", detail: `HTTP ${response.status}`, requestId });
}
