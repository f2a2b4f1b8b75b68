import { fill } from "./fill.js";

const FIRST = [
  "Óscar",
  "Marta",
  "José",
  "Ángela",
  "Camila",
  "Luz Dary",
  "Andrés",
  "Yuliana",
  "Héctor",
  "Nubia",
  "Iván",
  "Sofía",
];
const LAST = [
  "Muñoz",
  "Ríos",
  "Peña",
  "Gómez",
  "Cárdenas",
  "Ospina",
  "Zuluaga",
  "Velásquez",
  "Ruiz",
  "Castaño",
  "Mejía",
];
const CITIES = ["Medellín", "Bogotá", "Cali", "Barranquilla", "Bucaramanga", "Pasto", "Ibagué", "Montería"];

/**
 * Gives the customers of a filled database names and two years of sales: of each hundred orders about 92 were delivered,
 * four came back and four were cancelled; those of the last ten days are on their way. Each conversation has a session,
 * and one in fifty an open task.
 */
export async function fillSales(database, { orders }) {
  return fill(database, async (client) => {
    await client.query(
      `create temporary table buyer on commit drop as
       select row_number() over (order by c.id) as n, c.id, c.contact_id, gen_random_uuid() as session_id, r.id as run_id
       from conversations c
       join lateral (select r.id from agent_runs r where r.workspace_id = c.workspace_id and r.conversation_id = c.id limit 1) r on true`,
    );
    await client.query("create unique index on buyer (n)");
    await client.query(
      `update contacts k set name = ($1::text[])[1 + b.n % ${FIRST.length}] || ' ' || ($2::text[])[1 + b.n % ${LAST.length}] || ' ' || b.n
       from buyer b where k.id = b.contact_id`,
      [FIRST, LAST],
    );
    await client.query(
      `insert into agent_sessions (workspace_id, id, agent_id, conversation_id, contact_id, status, current_mode, created_at)
       select 'default', session_id, 'somnio', id, contact_id, 'closed',
         (array['confirmado', 'conversacion', 'promos', 'collecting_data', 'confirmacion', 'handoff'])[1 + n % 6],
         now() - (n % 90) * interval '1 day' from buyer`,
    );
    await client.query(
      `insert into orders (workspace_id, id, purchase_key, session_id, conversation_id, contact_id, run_id, source, status, stage, pack,
         products, total, shipping_address, data, created_at, updated_at, carrier, guide, sent_at)
       select 'default', (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(to_hex(o), 15, '0'))::uuid,
         'filler:' || o, b.session_id, b.id, b.contact_id, b.run_id, case when o % 9 = 0 then 'timer_pendiente' else 'customer' end,
         status, 'NUEVO PEDIDO', packs || 'x',
         jsonb_build_array(jsonb_build_object('name', 'Somnio 90 Caps x' || packs, 'qty', 1, 'unitPrice', 49900 + 40000 * packs)),
         49900 + 40000 * packs, 'Carrera ' || o % 120 || ' # ' || o % 90 || '-12, Barrio Laureles, ' || city, jsonb_build_object('ciudad', city),
         at, at, case when status in ('sent', 'delivered', 'returned') then 'Interrapidísimo' end,
         case when status in ('sent', 'delivered', 'returned') then (240000000000 + o)::text end,
         case when status in ('sent', 'delivered', 'returned') then at + interval '1 day' end
       from generate_series(1, $1::int) as o
       cross join lateral (select 1 + o % 3 as packs, ($2::text[])[1 + o % ${CITIES.length}] as city,
         now() - 730 * interval '1 day' * power(1 - o::float8 / $1, 1.5) as at) as of
       cross join lateral (select case
         when at > now() - interval '10 days' then (array['pending', 'confirmed', 'packed', 'sent'])[1 + o % 4]
         when o % 25 = 0 then 'returned' when o % 25 = 1 then 'cancelled' else 'delivered' end as status) as how
       join buyer b on b.n = 1 + o % (select count(*) from buyer)`,
      [orders, CITIES],
    );
    await client.query(
      `insert into tasks (workspace_id, id, conversation_id, session_id, run_id, title, priority, data, created_at, updated_at)
       select 'default', gen_random_uuid(), id, session_id, run_id, 'El cliente pidió hablar con una persona', 'high', '{}', now(), now()
       from buyer where n % 50 = 0`,
    );
  });
}
