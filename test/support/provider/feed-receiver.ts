import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod";

const Body = z.strictObject({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.looseObject({ workspace: z.string(), conversation: z.string() }),
});

export interface ReceivedPost {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: z.output<typeof Body>;
}

/** A receiver of the event feed that keeps what it is posted, and answers as it is told. */
export async function openFeedReceiver() {
  const posts: ReceivedPost[] = [];
  const receiver = {
    posts,
    url: "",
    answer: (_post: ReceivedPost, response: ServerResponse): unknown => response.writeHead(204).end(),
    types: () => posts.map(({ body }) => body.type),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => (text += chunk));
    request.on("end", () => {
      const { headers } = request;
      const post = { id: String(headers["webhook-id"]), headers, text, body: Body.parse(JSON.parse(text)) };
      posts.push(post);
      receiver.answer(post, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/recado`;
  return receiver;
}
export type FeedReceiver = Awaited<ReturnType<typeof openFeedReceiver>>;

/** Whether a post carries a signature of the secret, computed as the specification says and with none of our code. */
export function isSigned({ id, headers, text }: ReceivedPost, secret: string): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const hmac = createHmac("sha256", key).update(`${id}.${headers["webhook-timestamp"]}.${text}`).digest("base64");
  return String(headers["webhook-signature"]).split(" ").includes(`v1,${hmac}`);
}
