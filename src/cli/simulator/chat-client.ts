import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { RecadoError } from "../../core/errors.ts";
import type { ChatTarget } from "./chat-target.ts";
import { Heard, type HeardMessage } from "./heard-message.ts";

const Said = z.object({ webhookStatus: z.number().nullable() });
const Run = z.object({
  id: z.string(),
  status: z.string(),
  inputClass: z.string().nullable(),
  outcome: z.string().nullable(),
  attempts: z.number(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  steps: z.array(z.object({ phase: z.string(), name: z.string(), status: z.string(), durationMs: z.number() })),
  decision: z.unknown().optional(),
});
const Page = z.object({ items: z.array(z.object({ id: z.string(), phoneNumberId: z.string() })) });
const RunPage = z.object({ items: z.array(Run) });
const Conversation = z.object({ messages: z.array(z.object({ status: z.string() })).default([]) });
const Refusal = z.object({ detail: z.string() });

export type ChatRun = z.infer<typeof Run>;

export interface Customer {
  readonly phone: string;
  readonly name: string;
  readonly phoneNumberId: string;
}

/** A busy ledger is asked again this often, half a second apart. */
const PATIENT_TRIES = 40;
const PATIENT_PAUSE_MS = 500;

/**
 * The chat's needs of a server: the customer's phone in the simulator, and the ledger behind it. A person at a terminal is told
 * at once of what was not taken. A patient one lets WhatsApp deliver again, and asks a busy ledger again.
 */
export class ChatClient {
  readonly #target: ChatTarget;
  readonly #customer: Customer;
  readonly #isPatient: boolean;

  constructor(target: ChatTarget, customer: Customer, { isPatient = false } = {}) {
    this.#target = target;
    this.#customer = customer;
    this.#isPatient = isPatient;
  }

  say(text: string): Promise<void> {
    return this.#act({ kind: "text", text });
  }

  /** Taps choice number so-and-so of a message. */
  choose(number: number, wamid: string): Promise<void> {
    return this.#act({ kind: "choice", number, of: wamid });
  }

  /** Resolves when the message is committed. */
  async #act(act: Readonly<Record<string, unknown>>): Promise<void> {
    const { phoneNumberId, name } = this.#customer;
    const said = Said.parse(
      await this.#simulator({ method: "POST", body: JSON.stringify({ phoneNumberId, name, ...act }) }),
    );
    if (said.webhookStatus === 200 || this.#isPatient) return;
    const what = said.webhookStatus === null ? "did not answer" : `answered ${said.webhookStatus}`;
    throw new RecadoError(
      "channel_unreachable",
      `The webhook ${what}: the message was not taken; the server's log says why.`,
    );
  }

  /** The messages on the phone since message number `after`. */
  async hear(after: number): Promise<HeardMessage[]> {
    const query = `?phoneNumberId=${this.#customer.phoneNumberId}&after=${after}`;
    return Heard.parse(await this.#simulator({ method: "GET" }, query)).items;
  }

  /** null before the customer's first message. */
  async findConversation(): Promise<string | null> {
    const page = Page.parse(await this.#internal(`conversations?contact=${this.#customer.phone}`));
    return page.items.find(({ phoneNumberId }) => phoneNumberId === this.#customer.phoneNumberId)?.id ?? null;
  }

  /** The newest first. */
  async listRuns(conversationId: string): Promise<ChatRun[]> {
    return RunPage.parse(await this.#internal(`runs?conversationId=${conversationId}&limit=20`)).items;
  }

  async getRun(id: string): Promise<ChatRun> {
    return Run.parse(await this.#internal(`runs/${id}`));
  }

  /** True while a reply is on its way to the customer. */
  async isSending(conversationId: string): Promise<boolean> {
    const { messages } = Conversation.parse(await this.#internal(`conversations/${conversationId}`));
    return messages.some(({ status }) => status === "queued" || status === "in_flight");
  }

  #simulator(init: RequestInit, query = ""): Promise<unknown> {
    const path = `/simulator/customers/${encodeURIComponent(this.#customer.phone)}/messages${query}`;
    return this.#fetch(path, this.#target.simulatorToken, init);
  }

  #internal(path: string): Promise<unknown> {
    const tries = this.#isPatient ? PATIENT_TRIES : 1;
    return this.#fetch(`/internal/agent/${path}`, this.#target.apiToken, { method: "GET" }, tries);
  }

  async #fetch(path: string, token: string, init: RequestInit, tries = 1): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const { address } = this.#target;
    let response: Response;
    try {
      response = await fetch(`${address}${path}`, { ...init, headers, signal: AbortSignal.timeout(30_000) });
    } catch (thrown) {
      throw new RecadoError(
        "channel_unreachable",
        `The server at ${address} does not answer any more: start it again with \`recado start\`.`,
        thrown,
      );
    }
    const json: unknown = await response.json().catch(() => null);
    if (response.ok) return json;
    if (response.status === 503 && tries > 1) {
      await wait(PATIENT_PAUSE_MS);
      return this.#fetch(path, token, init, tries - 1);
    }
    if (response.status === 404 && path.startsWith("/simulator/")) {
      throw new RecadoError(
        "bad_environment",
        `The server at ${address} runs without the simulator: stop it, and start it without WHATSAPP_ACCESS_TOKEN and WHATSAPP_API_URL.`,
      );
    }
    const refusal = Refusal.safeParse(json);
    throw new RecadoError(
      "request_invalid",
      `The server refused (${response.status}): ${refusal.success ? refusal.data.detail : "no reason given"}`,
    );
  }
}
