import { createServer } from "node:http";

/** A Cloud API that accepts everything at once, and tells when each message came. */
export async function openProvider() {
  let serial = 0;
  let onMessage = () => {};
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const atMs = performance.now();
      const json = JSON.parse(body);
      if (json.status === "read") return answer(response, '{"success":true}');
      const to = String(json.to ?? json.recipient).replace(/^\+/, "");
      serial += 1;
      onMessage(to, atMs);
      answer(
        response,
        `{"messaging_product":"whatsapp","contacts":[{"input":"${to}","wa_id":"${to}"}],"messages":[{"id":"wamid.bench${serial}"}]}`,
      );
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v26.0`,
    messages: () => serial,
    /** `(phone, atMs)`: only one listener at a time. */
    listen(listener) {
      onMessage = listener ?? (() => {});
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(response, json) {
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(json) });
  response.end(json);
}
