import * as z from "zod";
import type { App } from "../../../app/app.ts";
import { SHOP_PHONE_NUMBER_ID } from "../../../app/shop-number.ts";
import { Heard } from "../../simulator/heard-message.ts";

const UPLOADED = z.object({ id: z.string() });
const RETRIES_MS = 20_000;

/**
 * One customer with their phone, and the shop's people, over HTTP, like every client of a running
 * Recado.
 */
export interface FullClient {
  /** Resolves when the webhook was tried. */
  act(act: Readonly<Record<string, unknown>>): Promise<void>;
  /** Resolves when it is written, before any webhook: what is written after it comes after it. */
  write(act: Readonly<Record<string, unknown>>): Promise<void>;
  /** The id of a file that the customer can send now. */
  upload(file: { readonly bytes: Uint8Array; readonly mimeType: string }): Promise<string>;
  /** Messages on the phone since the last look. */
  hear(): Promise<readonly string[]>;
  /** A webhook that the busy door refused is delivered again within seconds, not within hours. */
  retrySoon(): Promise<void>;
  fault(order: Readonly<Record<string, unknown>>): Promise<void>;
  takeOver(conversationId: string): Promise<void>;
  handBack(conversationId: string): Promise<void>;
  /** A person of the shop who looks at Confirmations. */
  confirm(runId: string, decision: "approve" | "deny"): Promise<void>;
}

export function openFullClient(app: App, phone: string): FullClient {
  let heardUpTo = 0;
  const call = async (token: string, path: string, init: RequestInit): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(`${app.address}${path}`, { ...init, headers, signal: AbortSignal.timeout(60_000) });
    const json: unknown = await response.json().catch(() => null);
    if (response.ok) return json;
    throw new Error(`${path} was refused (${response.status}): ${JSON.stringify(json)}`);
  };
  const post = (body: unknown): RequestInit => ({ method: "POST", body: JSON.stringify(body) });
  const simulator = (path: string, init: RequestInit) => call(app.locks.simulatorToken, `/simulator${path}`, init);
  const command = (conversationId: string, what: string) =>
    call(app.locks.apiToken, `/internal/agent/conversations/${conversationId}/${what}`, post({ actor: "scenario" }));
  const says = async (act: Readonly<Record<string, unknown>>, wait: "webhook" | "none") => {
    const body = { phoneNumberId: SHOP_PHONE_NUMBER_ID, name: "Cliente", ...act };
    // Whatever the webhook answered: what was not taken is delivered again, as Meta does.
    await simulator(`/customers/${phone}/messages?wait=${wait}`, post(body));
  };
  return {
    act: (act) => says(act, "webhook"),
    write: (act) => says(act, "none"),
    async upload({ bytes, mimeType }) {
      const headers = { authorization: `Bearer ${app.locks.simulatorToken}`, "content-type": mimeType };
      const body = new Blob([new Uint8Array(bytes)]);
      const response = await fetch(`${app.address}/simulator/media`, { method: "POST", headers, body });
      return UPLOADED.parse(await response.json()).id;
    },
    async hear() {
      const query = `phoneNumberId=${SHOP_PHONE_NUMBER_ID}&after=${heardUpTo}`;
      const { items } = Heard.parse(await simulator(`/customers/${phone}/messages?${query}`, { method: "GET" }));
      heardUpTo = items.at(-1)?.n ?? heardUpTo;
      // A sign on a message is no text.
      return items.flatMap(({ kind, text }) => (kind === "reaction" ? [] : [text]));
    },
    async retrySoon() {
      await simulator("/rules", { method: "PATCH", body: JSON.stringify({ retriesOverMs: RETRIES_MS }) });
    },
    async fault(order) {
      await simulator("/faults", post({ recipient: phone, ...order }));
    },
    async takeOver(conversationId) {
      await command(conversationId, "takeover");
    },
    async handBack(conversationId) {
      await command(conversationId, "handback");
    },
    async confirm(runId, decision) {
      const answer = post({ decision, actor: "scenario" });
      await call(app.locks.apiToken, `/internal/agent/runs/${runId}/confirm`, answer);
    },
  };
}
