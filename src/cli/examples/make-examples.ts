import { setTimeout as wait } from "node:timers/promises";
import type { App } from "../../app/app.ts";
import {
  EXAMPLE_PHONE_NUMBER_ID,
  type ExampleCustomer,
  exampleCustomers,
} from "../../app/examples/example-customers.ts";
import { errorText } from "../../core/errors.ts";
import { DEFAULT_WORKSPACE, type EventId, type RunId } from "../../core/ids.ts";
import { argumentsHash } from "../../core/tool-calls/arguments-hash.ts";
import { ChatClient } from "../simulator/chat-client.ts";
import { ChatReplies } from "../simulator/chat-replies.ts";
import type { ExampleFault } from "./example-fault.ts";

/** The customer whose order is refused. */
const UNLUCKY = "elena";

/** Three attempts and the waits between them. */
const DEAD_WITHIN_MS = 60_000;

/**
 * A new shop opens with a handful of conversations: example customers write to the simulator what stands in
 * examples.yaml, and everything after that is what happens to any message. Whatever goes wrong is said in the log; the shop is
 * open without them.
 */
export async function makeExamples(app: App, fault: ExampleFault, signal: AbortSignal): Promise<void> {
  try {
    // They are customers of Somnio; a shop of one's own begins with its own.
    if (app.agentId !== "somnio") return;
    const { items } = await app.store.conversations.list(DEFAULT_WORKSPACE, { limit: 1 });
    if (items.length > 0) return;
    for (const customer of exampleCustomers()) {
      if (signal.aborted) return;
      await play(app, customer, fault, signal);
    }
    await askToCancel(app);
  } catch (thrown) {
    if (!signal.aborted) app.logger.warn({ error: errorText(thrown) }, "not all examples could be made");
  } finally {
    fault.closeFor(null);
  }
}

/**
 * A program of the shop wants to cancel an order, which needs a second person's yes (the rule
 * `four_eyes`): the question stays open.
 */
async function askToCancel({ store, newId }: App): Promise<void> {
  const { items } = await store.conversations.list(DEFAULT_WORKSPACE, { limit: 20 });
  const ordered = items.find(({ orders }) => orders.length > 0);
  const [order] = ordered?.orders ?? [];
  if (ordered === undefined || order === undefined) return;
  const call = { tool: "crm.order.delete", input: { orderId: order.id, reason: "La bodega se quedó sin existencias" } };
  await store.confirmations.command({
    ...call,
    workspaceId: DEFAULT_WORKSPACE,
    conversationId: ordered.id,
    argumentsHash: argumentsHash({ ...call, agentId: "", agentVersion: "" }),
    idempotencyKey: `example:${order.id}`,
    actor: "bodega (ejemplo)",
    identity: "examples",
    role: "service",
    isDryRun: false,
    eventId: newId() as EventId,
    runId: newId() as RunId,
  });
}

async function play(app: App, customer: ExampleCustomer, fault: ExampleFault, signal: AbortSignal): Promise<void> {
  const { apiToken, simulatorToken } = app.locks;
  const address = app.address ?? "";
  const { name, phone } = customer;
  const client = new ChatClient(
    { address, apiToken, simulatorToken },
    { name, phone, phoneNumberId: EXAMPLE_PHONE_NUMBER_ID },
    // A slow machine is at its busiest in the first minute.
    { isPatient: true },
  );
  const replies = new ChatReplies(client);
  const said = customer.steps.flatMap(({ says = [] }) => says);
  for (const [index, text] of said.entries()) {
    if (signal.aborted) return;
    if (customer.id === UNLUCKY && index === said.length - 1) return confirmInVain(client, text, fault, signal);
    await replies.exchange(text, () => undefined);
  }
}

/** Their last word places an order that is refused: its run ends among the dead letters. */
async function confirmInVain(
  client: ChatClient,
  text: string,
  fault: ExampleFault,
  signal: AbortSignal,
): Promise<void> {
  const conversationId = await client.findConversation();
  if (conversationId === null) return;
  fault.closeFor(conversationId);
  await client.say(text);
  const deadline = performance.now() + DEAD_WITHIN_MS;
  while (!signal.aborted && performance.now() < deadline) {
    const runs = await client.listRuns(conversationId);
    if (runs.some(({ status }) => status === "dead_letter")) return;
    await wait(500, undefined, { ref: false });
  }
}
