import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod";

/** One send that this Cloud API server took. */
export interface LedgerLine {
  readonly phoneNumberId: string;
  /** Digits of `to`, or the BSUID of `recipient`. */
  readonly to: string;
  /** The words, above buttons too; the emoji of a reaction; `[file <media id>] <caption>`. */
  readonly text: string;
  /** The message that it quotes. */
  readonly replyTo: string | null;
  readonly opaque: string;
  readonly wamid: string;
}

export interface GraphServer {
  readonly url: string;
  /** What it accepted, in order: the provider's own record of what customers received. */
  readonly ledger: LedgerLine[];
  /** Files by media id: those that the shop uploaded, and those that a test puts there for a customer to send. */
  readonly files: Map<string, Buffer>;
  /** The templates of its account, in Graph's own words. */
  readonly templates: Readonly<Record<string, unknown>>[];
  /** From now on a question for the templates is answered by a proxy that finds no Graph behind it, or again as always. */
  loseTemplates(areLost: boolean): void;
  /** Message ids that were marked as read with "typing…". */
  readonly typed: string[];
  /** From now on every accepted send is reported as `sent`, as Meta does, to this function. */
  reportTo(deliver: (status: unknown) => Promise<unknown>): void;
  /** From now on a customer's file is given out only when this has come true; null: at once. */
  holdFiles(until: (() => Promise<unknown>) | null): void;
  close(): Promise<void>;
}

/** What every media id stands for here. */
const CUSTOMERS_FILE = Buffer.from("la cotización que pidió\n");

const sentMedia = z.looseObject({ id: z.string().optional(), caption: z.string().optional() }).optional();

const sentTemplate = z.looseObject({
  name: z.string(),
  components: z
    .array(z.looseObject({ parameters: z.array(z.looseObject({ text: z.string().optional() })) }))
    .default([]),
});

/** `[template pedido_enviado] Ana, 123`. */
function templateText(template: z.output<typeof sentTemplate> | undefined): string | undefined {
  if (template === undefined) return undefined;
  const values = template.components.flatMap(({ parameters }) => parameters.map(({ text }) => text ?? ""));
  return [`[template ${template.name}]`, values.join(", ")].filter(Boolean).join(" ");
}

/** What Graph says of the account to which the number belongs; null for another question. */
function accountAnswer(url: string, templates: readonly unknown[]): unknown {
  if (url.includes("/debug_token")) {
    const granular = [{ scope: "whatsapp_business_management", target_ids: ["102290129340398"] }];
    const scopes = ["whatsapp_business_messaging", "whatsapp_business_management"];
    return { data: { app_id: "1", is_valid: true, scopes, granular_scopes: granular } };
  }
  if (url.includes("/subscriptions")) {
    const webhook = {
      object: "whatsapp_business_account",
      callback_url: "https://tienda.example/api/whatsapp/webhook",
    };
    return { data: [{ ...webhook, fields: [{ name: "messages" }] }] };
  }
  if (url.includes("/subscribed_apps")) return { data: [{ whatsapp_business_api_data: { id: "1" } }] };
  if (url.includes("/phone_numbers"))
    return { data: [{ id: "106540352242922", display_phone_number: "+57 601 555 0142" }] };
  return url.includes("/message_templates") ? { data: templates, paging: {} } : null;
}

const sendBody = z.looseObject({
  image: sentMedia,
  document: sentMedia,
  audio: sentMedia,
  video: sentMedia,
  reaction: z.looseObject({ emoji: z.string() }).optional(),
  context: z.looseObject({ message_id: z.string() }).optional(),
  to: z.string().optional(),
  recipient: z.string().optional(),
  text: z.looseObject({ body: z.string() }).optional(),
  interactive: z.looseObject({ body: z.looseObject({ text: z.string() }) }).optional(),
  template: sentTemplate.optional(),
  status: z.string().optional(),
  message_id: z.string().optional(),
  biz_opaque_callback_data: z.string().optional(),
});

/** A Cloud API server for tests, which keeps a ledger. `afterAccept` may delay or cut the answer of an accepted send. */
export async function openGraphServer(
  afterAccept: (line: LedgerLine, response: ServerResponse) => void | Promise<void> = () => {},
): Promise<GraphServer> {
  const ledger: LedgerLine[] = [];
  const typed: string[] = [];
  const files = new Map<string, Buffer>();
  const templates: Readonly<Record<string, unknown>>[] = [];
  let deliver: ((status: unknown) => Promise<unknown>) | null = null;
  let areTemplatesLost = false;
  let filesUntil: (() => Promise<unknown>) | null = null;
  const answer = (response: ServerResponse, status: number, body: unknown) => {
    if (response.destroyed || response.headersSent) return;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    // A customer's file, in Meta's two steps.
    if (request.method === "GET" && request.url?.startsWith("/file") === true) {
      const id = new URL(request.url, "http://graph").searchParams.get("id") ?? "";
      return void response.end(files.get(id) ?? CUSTOMERS_FILE);
    }
    if (areTemplatesLost && request.url?.includes("/message_templates") === true) {
      return void response.writeHead(502, { "content-type": "text/html" }).end("<html>Bad Gateway</html>");
    }
    const account = request.method === "GET" ? accountAnswer(request.url ?? "", templates) : null;
    if (account !== null) return answer(response, 200, account);
    if (request.method === "GET") {
      await filesUntil?.();
      const { port } = server.address() as AddressInfo;
      const id = /\/v[0-9.]+\/([^/?]+)/.exec(request.url ?? "")?.[1] ?? "";
      const size = (files.get(id) ?? CUSTOMERS_FILE).length;
      const file = { url: `http://127.0.0.1:${port}/file?id=${id}`, mime_type: "text/plain", file_size: size };
      return answer(response, 200, { messaging_product: "whatsapp", id: "file", ...file });
    }
    if (request.url?.endsWith("/media") === true) {
      const form = await new Response(Buffer.concat(chunks), {
        headers: { "content-type": request.headers["content-type"] ?? "" },
      }).formData();
      const file = form.get("file");
      if (!(file instanceof Blob)) return answer(response, 400, { error: { code: 100, message: "file is missing" } });
      const id = String(files.size + 1).padStart(15, "1");
      files.set(id, Buffer.from(await file.arrayBuffer()));
      return answer(response, 200, { id });
    }
    const body = sendBody.parse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
    if (body.status === "read") {
      typed.push(body.message_id ?? "");
      return answer(response, 200, { success: true });
    }
    const phoneNumberId = /\/v[0-9.]+\/([^/]+)\/messages$/.exec(request.url ?? "")?.[1];
    const media = body.image ?? body.document ?? body.audio ?? body.video;
    const said =
      body.text?.body ??
      body.interactive?.body.text ??
      templateText(body.template) ??
      body.reaction?.emoji ??
      (media === undefined ? undefined : [`[file ${media.id}]`, media.caption].filter(Boolean).join(" "));
    if (phoneNumberId === undefined || said === undefined) {
      return answer(response, 400, {
        error: { code: 100, message: "(#100) Invalid parameter", type: "OAuthException" },
      });
    }
    const to = (body.to ?? body.recipient ?? "").replace(/^\+/, "");
    const wamid = `wamid.${randomBytes(12).toString("base64url")}`;
    const line = {
      phoneNumberId,
      to,
      text: said,
      replyTo: body.context?.message_id ?? null,
      opaque: body.biz_opaque_callback_data ?? "",
      wamid,
    };
    ledger.push(line);
    // A report that finds the door closed is lost here; Meta would come again.
    deliver?.(sentStatus(line)).catch(() => {});
    await afterAccept(line, response);
    answer(response, 200, {
      messaging_product: "whatsapp",
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id: wamid }],
    });
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => answer(response, 500, { error: { message: String(error) } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v26.0`,
    ledger,
    files,
    templates,
    typed,
    reportTo(to) {
      deliver = to;
    },
    loseTemplates(areLost) {
      areTemplatesLost = areLost;
    },
    holdFiles(until) {
      filesUntil = until;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sentStatus(line: LedgerLine): unknown {
  const status = {
    id: line.wamid,
    status: "sent",
    timestamp: String(Math.floor(Date.now() / 1000)),
    recipient_id: line.to,
    biz_opaque_callback_data: line.opaque,
  };
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "15550783881", phone_number_id: line.phoneNumberId },
    statuses: [status],
  };
  return { object: "whatsapp_business_account", entry: [{ id: "1", changes: [{ field: "messages", value }] }] };
}
