import type { OpenStudio } from "./open-studio.ts";

/** An order of the customer in this conversation. */
export async function makeOrder({ database }: OpenStudio, conversationId: string): Promise<string> {
  const [order] = await database.rows(
    `insert into orders (workspace_id, id, purchase_key, session_id, conversation_id, contact_id, run_id, source, status, stage,
       pack, products, total, shipping_address, data, created_at, updated_at)
     select 'default', gen_random_uuid(), gen_random_uuid()::text, s.id, s.conversation_id, s.contact_id,
       (select r.id from agent_runs r where r.conversation_id = s.conversation_id limit 1), 'customer', 'confirmed', 'nuevo', '2x',
       '[]', 129900, 'Calle 5', '{}', now(), now()
     from agent_sessions s where s.conversation_id = $1
     limit 1 returning id::text`,
    [conversationId],
  );
  return String(order?.["id"]);
}

/** An operator asks that an order of this customer's be cancelled: a person must say yes first. */
export async function askForAYes(studio: OpenStudio, phone: string): Promise<{ readonly orderId: string }> {
  const [found] = await studio.database.rows(
    `select c.id::text from conversations c join contact_aliases a on a.contact_id = c.contact_id where a.value = $1`,
    [phone],
  );
  const conversation = String(found?.["id"]);
  const orderId = await makeOrder(studio, conversation);
  await studio.command(await studio.tokenOf("operator"), `/internal/agent/conversations/${conversation}/tools`, {
    ...{ tool: "crm.order.delete", input: { orderId, reason: "pidió cancelar" } },
    idempotencyKey: `yes:${orderId}`,
  });
  return { orderId };
}
