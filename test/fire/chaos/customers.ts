import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../../../src/core/seeded-random.ts";
import { postWebhook, textWebhook } from "../../support/recado-process.ts";

const TEXTS = ["hola", "¿cuánto vale?", "quiero dos", "haga el pedido", "¿envían a Cali?", "gracias"];

export interface Crowd {
  /** The ids of the messages that were answered with 200. */
  readonly accepted: string[];
  /** No new words; resolves when all that was begun has been taken in. */
  leave(): Promise<void>;
}

/**
 * So many customers at once, each with a few messages, one after the other was taken in; then the next customer comes.
 * `isTooMuch` holds them back: the run shall show faults, not a queue.
 */
export function openCrowd(settings: {
  readonly url: string;
  readonly customers: number;
  readonly seed: number;
  readonly isTooMuch: () => boolean;
}): Crowd {
  const { url, customers, seed, isTooMuch } = settings;
  const accepted: string[] = [];
  let isOpen = true;
  let lastCustomer = 0;

  const post = async (body: unknown): Promise<boolean> => {
    const late = pause(3_000, 0, { ref: false });
    return (await Promise.race([postWebhook(url, body).catch(() => 0), late])) === 200;
  };
  const visit = async (random: () => number) => {
    lastCustomer += 1;
    const phone = `57${seed % 1_000}${String(lastCustomer).padStart(7, "0")}`;
    const words = 2 + Math.floor(random() * 4);
    for (let n = 1; n <= words && isOpen; n += 1) {
      const wamid = `wamid.${phone}.${n}`;
      const body = textWebhook(phone, wamid, `${n} ${TEXTS[Math.floor(random() * TEXTS.length)]}`);
      // Delivered again until it is taken in, as Meta does; and sometimes once more.
      while (!(await post(body))) await pause(150 + random() * 200);
      accepted.push(wamid);
      if (random() < 0.15) void post(body);
      await pause(150 + random() * 900);
      while (isOpen && isTooMuch()) await pause(100);
    }
  };
  const visiting = Array.from({ length: customers }, async (_, n) => {
    const random = seededRandom(seed * 1_000 + n);
    await pause(random() * 1_000);
    while (isOpen) await visit(random);
  });
  return {
    accepted,
    async leave() {
      isOpen = false;
      await Promise.all(visiting);
    },
  };
}
