import { SHOP_NUMBER } from "../support/inbound.ts";
import { textWebhook } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import type { Stage, Subject } from "./stage.ts";

/** One case: its own customer, the stage, and the process that is armed. */
export interface Scene {
  readonly stage: Stage;
  readonly subject: Subject;
  readonly phone: string;
  readonly phoneNumberId: string;
  /** What the customer said, in order. */
  readonly said: string[];
  /** The customer writes; by way of this door first, where one is named. */
  says(text: string, door?: string): Promise<void>;
  /** The edge has been come to: the subject was hit, or is gone. */
  isOver(): boolean;
}

/** How the replies must read, given what was said. */
export type Expected = (scene: Scene) => readonly (readonly string[])[];

export interface Scenario {
  /** What the process is started with, beyond the rest. */
  readonly env?: Readonly<Record<string, string>>;
  /** Before anything is armed. */
  readonly prepare?: (scene: Scene) => Promise<void>;
  /** Brings the work to the edge. What it waits for comes although the subject dies. */
  readonly act: (scene: Scene) => Promise<void>;
  /** After the edge. */
  readonly finish?: (scene: Scene) => Promise<void>;
  readonly expected: Expected;
}

export const echo = (messages: readonly string[]) => `eco: ${messages.join(" + ")}`;

/** Every message is answered once, in order, alone or together with others. */
export const answeredOnce: Expected = ({ said }) =>
  said.length === 1 ? [[echo(said)]] : [[echo(said)], said.map((text) => echo([text]))];

export const FALLBACK = "FALLBACK";

/** The first time that the agent is asked, something happens before it answers. */
export function firstThought(stage: Stage, happens: () => Promise<void>): void {
  let isFirst = true;
  stage.think(async (messages) => {
    if (isFirst) {
      isFirst = false;
      await happens();
    }
    return { texts: [echo(messages)] };
  });
}

export const echoing = async ({ stage }: Scene) => stage.think((messages) => ({ texts: [echo(messages)] }));

export async function conversationOf({ stage, phone }: Scene): Promise<string> {
  const rows = await stage.database.rows(
    "select c.id::text from conversations c join contact_aliases a on a.contact_id = c.contact_id where a.value = $1",
    [phone],
  );
  return String(rows[0]?.["id"]);
}

/** A customer is answered, and nothing goes on. What time brings about later is no reason to speak. */
export async function soldOnce(scene: Scene): Promise<void> {
  scene.stage.think((messages) => ({ texts: messages.length === 0 ? [] : [echo(messages)] }));
  await scene.says("hola");
  await scene.stage.untilQuiet();
}

/** Waits for what a worker does by itself. */
export async function comesToPass({ stage }: Scene, sql: string, about: string): Promise<void> {
  await eventually(sql, async () => (await stage.database.rows(sql, [about])).length > 0);
}

export const OPERATOR = { actor: "prueba" };

export async function handback(scene: Scene, url: string): Promise<number> {
  return scene.stage
    .command(url, `/internal/agent/conversations/${await conversationOf(scene)}/handback`, OPERATOR)
    .catch(() => 0);
}

/** Says it to the subject, and where that does not answer to another door. */
export async function insists(scene: Scene, where: string, body: object): Promise<void> {
  const path = `/internal/agent/conversations/${await conversationOf(scene)}/${where}`;
  const said = { ...OPERATOR, ...body };
  const status = await scene.stage.command(scene.subject.url, path, said).catch(() => 0);
  if (status < 200 || status > 299) await scene.stage.command(scene.stage.doorUrl, path, said);
}

export function notice(account: string, field: string, value: object): unknown {
  return { object: "whatsapp_business_account", entry: [{ id: account, changes: [{ field, value }] }] };
}

/** Fails when the query finds nothing. */
export async function holds(stage: Stage, sql: string, about: string): Promise<void> {
  if ((await stage.database.rows(sql, [about])).length === 0) throw new Error(`nothing was found by: ${sql}`);
}

export function openScene(stage: Stage, subject: Subject, n: number): Scene {
  const phone = `5730${String(n).padStart(8, "0")}`;
  const said: string[] = [];
  return {
    stage,
    subject,
    phone,
    phoneNumberId: SHOP_NUMBER,
    said,
    async says(text, door) {
      said.push(text);
      const body = textWebhook(phone, `wamid.${phone}.${said.length}`, text);
      await stage.deliver(body, ...(door === undefined ? [] : [door]));
    },
    isOver: () => subject.wasHit() || subject.hasEnded(),
  };
}
