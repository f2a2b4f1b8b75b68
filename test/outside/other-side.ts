import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Somebody else's API, with a ledger of its own: what it did, once for a key. */
export interface OtherSide {
  readonly url: string;
  /** Keys in the order in which they took effect. */
  readonly ledger: string[];
  readonly requests: { readonly method: string; readonly path: string; readonly headers: IncomingMessage["headers"] }[];
  close(): Promise<void>;
}

/** `answer` is asked after a POST has taken effect, or in its place where it says so. */
export type Behaviour = (response: ServerResponse, n: number) => unknown;

export async function openOtherSide(
  answer: Behaviour = (response) => void json(response, 200, { id: "o-1" }),
): Promise<OtherSide> {
  const ledger: string[] = [];
  const requests: OtherSide["requests"] = [];
  let posts = 0;
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers });
    request.resume().on("end", () => {
      const key = String(request.headers["idempotency-key"]);
      if (request.method === "GET") {
        const asked = decodeURIComponent(request.url?.split("/").at(-1) ?? "");
        return void json(response, ledger.includes(asked) ? 200 : 404, { id: "o-1" });
      }
      posts += 1;
      // An honest API does not do again what it has done for this key.
      if (answer(response, posts) !== "refused" && !ledger.includes(key)) ledger.push(key);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ledger,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
