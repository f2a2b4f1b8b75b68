import { setMaxListeners } from "node:events";
import { connect, type Socket } from "node:net";
import type { Random } from "../../support/random.ts";
import { API_TOKEN, postWebhook } from "../../support/recado-process.ts";

/** What strangers do to one server, each again and again until `signal` aborts. */
export interface Attack {
  readonly name: string;
  readonly everyMs: number;
  /** Does it once; returns how many requests that were. */
  strike(): Promise<number>;
}

const WEBHOOK = "/api/whatsapp/webhook";
const SHAPE = `x-hub-signature-256: sha256=${"0".repeat(64)}\r\n`;
const CUSTOMER_IN_A_HURRY = "573009999999";

interface Target {
  readonly url: string;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Told of each answer to a signed webhook. */
  readonly webhookAnswered: (status: number) => void;
}

export function attacksOn({ url, random, signal, webhookAnswered }: Target): Attack[] {
  // Each socket hears it, and there are hundreds.
  setMaxListeners(0, signal);
  const port = Number(new URL(url).port);

  const half = (path: string, length: number, sent: Buffer | string, headers = "") => {
    const socket = opened(port, signal);
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${headers}content-length: ${length}\r\n\r\n`);
    socket.write(sent);
  };
  const large = Buffer.alloc(2_900_000, "x");
  const paths = [WEBHOOK, "/internal/agent/events", "/nothing", "/studio/session"];

  return [
    {
      name: "half-sent bodies of 2.9 MB",
      everyMs: 3_000,
      async strike() {
        for (let n = 0; n < 16; n += 1) half(WEBHOOK, large.length + 1, large, SHAPE);
        return 16;
      },
    },
    {
      name: "bodies of one byte",
      everyMs: 2_000,
      async strike() {
        for (let n = 0; n < 300; n += 1) half(random.pick(paths), 1_000, "x", SHAPE);
        return 300;
      },
    },
    {
      name: "sockets that say nothing",
      everyMs: 5_000,
      async strike() {
        for (let n = 0; n < 300; n += 1) opened(port, signal);
        return 300;
      },
    },
    {
      name: "headers full of blanks",
      everyMs: 100,
      async strike() {
        const fill = random.pick([" ", "\t", ";", ",", "; "]).repeat(3_500);
        const header = random.pick(["accept-encoding", "cookie", "x-forwarded-for", "authorization", "accept"]);
        opened(port, signal).write(`GET /studio/ HTTP/1.1\r\nhost: x\r\n${header}: br${fill}q\r\n\r\n`);
        return 1;
      },
    },
    {
      name: "wrong tokens",
      everyMs: 50,
      async strike() {
        const token = `rec_${String(random.below(1_000_000_000)).padStart(43, "x")}`;
        await asked(fetch(`${url}/internal/agent/runs`, { headers: { authorization: `Bearer ${token}` }, signal }));
        return 1;
      },
    },
    {
      name: "streams of one reader",
      everyMs: 30_000,
      async strike() {
        const headers = { authorization: `Bearer ${API_TOKEN}` };
        for (let n = 0; n < 200; n += 1) {
          fetch(`${url}/internal/agent/stream`, {
            headers,
            signal: AbortSignal.any([signal, AbortSignal.timeout(25_000)]),
          })
            .then((answer) => answer.body?.pipeTo(new WritableStream()))
            .catch(() => {
              // Refused, or at its end: both are what is wanted.
            });
        }
        return 200;
      },
    },
    {
      name: "long messages of one customer, by the thousand",
      everyMs: 60_000,
      async strike() {
        const at = Date.now();
        for (let batch = 0; batch < 10; batch += 1) {
          const messages = Array.from({ length: 100 }, (_, n) => ({
            ...{
              from: CUSTOMER_IN_A_HURRY,
              id: `wamid.BURST${at}.${batch}.${n}`,
              timestamp: String(Math.floor(at / 1_000)),
            },
            ...{
              type: "text",
              text: { body: random.pick(["hola ", "calle 1 # 2 ", "1 ", "quiero 2 "]).repeat(400).slice(0, 2_000) },
            },
          }));
          webhookAnswered(await postWebhook(url, envelope(messages)));
        }
        return 1_000;
      },
    },
  ];
}

function envelope(messages: readonly unknown[]): unknown {
  const metadata = { display_phone_number: "15550783881", phone_number_id: "106540352242922" };
  const value = { messaging_product: "whatsapp", metadata, messages };
  return { object: "whatsapp_business_account", entry: [{ id: "1", changes: [{ field: "messages", value }] }] };
}

function opened(port: number, signal: AbortSignal): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.resume().on("error", () => {
    // Cut off by the server, as it should be.
  });
  const end = () => socket.destroy();
  signal.addEventListener("abort", end, { once: true });
  socket.once("close", () => signal.removeEventListener("abort", end));
  return socket;
}

/** Reads an answer to its end, whatever it is. */
async function asked(answer: Promise<Response>): Promise<void> {
  await answer.then((one) => one.arrayBuffer()).catch(() => null);
}
