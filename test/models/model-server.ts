import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";

/** Says what aimock cannot (cache usage, bodies cut in the middle): answers byte for byte, in the shapes of the API. */
export interface ModelServer {
  url(): string;
  /** Every request from here on is answered so. */
  answer(handler: (response: ServerResponse, body: Record<string, unknown>) => void): void;
  readonly requests: { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }[];
}

export function useModelServer(): ModelServer {
  let handler: (response: ServerResponse, body: Record<string, unknown>) => void = (response) => response.end();
  const requests: ModelServer["requests"] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    requests.push({ path: request.url ?? "", headers: request.headers, body });
    handler(response, body);
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return {
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (next) => {
      handler = next;
      requests.length = 0;
    },
    requests,
  };
}

export function message(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "msg_01XFDUDYJgAACzvnptvVoYEL",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-5-5",
    content: [{ type: "text", text: "Vale 79.900 pesos.", citations: null }],
    stop_reason: "end_turn",
    stop_sequence: null,
    stop_details: null,
    usage: { input_tokens: 12, output_tokens: 8, cache_creation_input_tokens: 600, cache_read_input_tokens: 2_000 },
    ...fields,
  };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

export function apiError(type: string, error_code?: string) {
  const details = error_code === undefined ? undefined : { error_code };
  return { type: "error", error: { type, message: "Words of the provider", details }, request_id: "req_1" };
}
