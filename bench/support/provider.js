import { createServer } from "node:http";
import { reportRequest } from "./webhooks.js";

/** What WhatsApp reports of a message that a phone gets, in a webhook each. */
const REPORTS = ["sent", "delivered", "read"];

/** A worker that has turns left sends sooner than this, also on a busy machine. */
const QUIET_MS = 1_000;

/** A Cloud API that accepts everything at once, tells when each message came, and reports on it as WhatsApp does. */
export async function openProvider() {
  let serial = 0;
  let onMessage = () => {};
  let reporting = null;
  const reported = { ok: 0, refused: 0 };
  const report = ({ phoneNumberId, to, id, opaque }) => {
    if (reporting === null) return;
    for (const status of REPORTS) {
      const request = reportRequest({ phoneNumberId, phone: to, wamid: id, status, opaque });
      void reporting.post(request).then((answer) => {
        if (answer.status === 200) reported.ok += 1;
        else reported.refused += 1;
      });
    }
  };
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
      const phoneNumberId = /\/([^/]+)\/messages$/.exec(request.url)?.[1];
      report({ phoneNumberId, to, id: `wamid.bench${serial}`, opaque: json.biz_opaque_callback_data });
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
    /** From now on each message that was accepted is reported on at this door. */
    reportTo(door) {
      reporting = door;
    },
    /** Webhooks of reports that were answered 200, and those that were refused. */
    reported: () => reported,
    /** Resolves when nothing has come and no report is under way for a while: the turns of a warm-up are over. */
    async untilQuiet() {
      for (let seen = -1; seen !== serial + reported.ok + reported.refused; ) {
        seen = serial + reported.ok + reported.refused;
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      }
    },
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
