import { createECDH, randomBytes } from "node:crypto";
import { PushDevice } from "../../core/answers/desk/push.ts";
import { DEVICE_KINDS, MOST_DEVICES } from "../../core/feed/feed-policy.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import type { PushDevices } from "../../core/ports/feed/push-devices.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

export function createPushDevices(database: Database): PushDevices {
  const publicKeyOf = async (workspace: WorkspaceId): Promise<string | null> => {
    const { rows } = await database.asTenant(workspace, (run) =>
      run(sql`select k.public_key from push_keys k where k.workspace_id = ${workspace}`),
    );
    return rows[0] === undefined ? null : String(rows[0]["public_key"]);
  };
  return {
    async key(workspace) {
      const known = await publicKeyOf(workspace);
      if (known !== null) return known;
      const pair = createECDH("prime256v1");
      const publicKey = pair.generateKeys("base64url");
      // Two who ask at once: the pair of the first counts for both.
      await database.run(sql`
        insert into push_keys (workspace_id, public_key, private_key, created_at)
        values (${workspace}, ${publicKey}, ${pair.getPrivateKey("base64url")}, recado_now())
        on conflict do nothing`);
      return (await publicKeyOf(workspace)) ?? publicKey;
    },
    async list(workspace, of) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select e.id, e.created_at as "createdAt" from feed_endpoints e
          where e.workspace_id = ${workspace} and e.device_of = ${of} order by e.id`),
      );
      return rows.map((row) => PushDevice.parse(row));
    },
    async save(workspace, { id, url, keys, of }, actor) {
      const { rows } = await database.run(sql`
        insert into feed_endpoints as e (workspace_id, id, url, kinds, secret, created_at, changed_by, device_of, device_keys)
        select w.id, ${id}::uuid, ${url}, ${DEVICE_KINDS}::text[], ${randomBytes(24).toString("base64")}, recado_now(), ${actor}, ${of}, ${JSON.stringify(keys)}::jsonb
        from workspaces w
        where w.id = ${workspace} and (
          (select count(*) from feed_endpoints d where d.workspace_id = w.id and d.device_of is not null and d.url <> ${url}) < ${MOST_DEVICES}::int)
        on conflict (workspace_id, url) where device_of is not null do update set
          device_of = excluded.device_of, device_keys = excluded.device_keys, kinds = excluded.kinds,
          changed_by = excluded.changed_by, failures = 0, rests_until = null
        returning e.id, e.created_at as "createdAt"`);
      return rows[0] === undefined ? null : PushDevice.parse(rows[0]);
    },
    async remove(workspace, url, of, actor) {
      const { rows } = await database.run(sql`
        with gone as (
          delete from feed_endpoints e where e.workspace_id = ${workspace} and e.url = ${url} and e.device_of = ${of}
          returning e.id
        )
        select audit(${workspace}, ${actor}, 'feed.removed', 'feed', g.id::text, null, '{}') from gone g`);
      return rows.length > 0;
    },
  };
}
