import { expect, test } from "vitest";
import type { PhoneNumberId } from "../../src/core/ids.ts";
import { createCloudApi } from "../../src/whatsapp/cloud-api.ts";
import { localServer } from "./support/local-server.ts";
import { logBook } from "./support/log-book.ts";

test("sends and typing go over one connection, whatever is answered: no new handshake before a reply", async () => {
  const ports: (number | undefined)[] = [];
  const answers: [number, string][] = [
    [200, '{"messages":[{"id":"wamid.1"}]}'],
    [400, '{"error":{"code":131047,"message":"no"}}'],
    [200, '{"success":true}'],
    [500, "<html>"],
    [200, '{"messages":[{"id":"wamid.2"}]}'],
  ];
  const server = await localServer((_received, response) => {
    ports.push(response.req.socket.remotePort);
    const [status, body] = answers[ports.length - 1] ?? [500, ""];
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  const phoneNumberId = "106540352242922" as PhoneNumberId;
  const api = createCloudApi({ baseUrl: server.url, accessToken: "t", logger: logBook().logger });
  const send = async () => {
    const { kind } = await api.send({
      phoneNumberId,
      recipient: { phone: "573015550142", bsuid: null },
      content: { type: "text", body: "hola" },
      opaque: "v1:x:1",
      replyTo: null,
    });
    // The pool has its connection back one round of the event loop after the answer was read.
    await new Promise(setImmediate);
    return kind;
  };
  const kinds: string[] = [await send(), await send()];
  await api.showTyping(phoneNumberId, "wamid.HBgL");
  await new Promise(setImmediate);
  kinds.push(await send(), await send());
  expect(kinds).toEqual(["accepted", "refused", "in_doubt", "accepted"]);
  expect(new Set(ports).size).toBe(1);
});
