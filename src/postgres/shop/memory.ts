import * as z from "zod";
import { ContactMemory } from "../../core/answers/contact-memory.ts";
import { isUuid } from "../../core/ids.ts";
import { MOST_FACTS } from "../../core/memory/fact.ts";
import { profileOf } from "../../core/memory/keep-facts.ts";
import type { Memory } from "../../core/ports/memory.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

const learntRow = z.object({ taken: z.number(), kept: z.number() });
const ofContactRow = ContactMemory.omit({ profile: true });

export function createMemory(database: Database): Memory {
  return {
    async learn(limit) {
      const { rows } = await database.run(sql`select taken, kept from learn_facts(${limit}::int)`);
      return learntRow.parse(rows[0]);
    },
    async ofContact(workspace, contact) {
      if (!isUuid(contact)) return null;
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          with person as (
            select coalesce(k.merged_into, k.id) as id from contacts k
            where k.workspace_id = ${workspace} and k.id = ${contact}::uuid),
          fact as (
            select f.seq, f.valid_to, jsonb_build_object('id', f.id, 'subject', f.subject, 'key', f.key, 'value', f.value,
              'quote', f.quote, 'saidAt', f.said_at, 'kind', f.kind, 'confidence', f.confidence, 'sensitivity', f.sensitivity,
              'endedAt', f.valid_to, 'ended', f.ended, 'source', case when f.ended is distinct from 'forgotten' then (
                select jsonb_build_object('conversationId', e.conversation_id, 'runId', e.run_id) from agent_events e
                where e.workspace_id = f.workspace_id and e.id = f.source_event_id) end) as body
            from contact_facts f join person p on p.id = f.contact_id
            where f.workspace_id = ${workspace})
          select p.id as "contactId",
            (select coalesce(jsonb_agg(f.body order by f.seq desc), '[]')
              from (select * from fact where valid_to is null order by seq desc limit ${MOST_FACTS}::int) f) as facts,
            (select coalesce(jsonb_agg(f.body order by f.seq desc), '[]')
              from (select * from fact where valid_to is not null order by seq desc limit ${MOST_FACTS}::int) f) as former
          from person p`),
      );
      if (rows[0] === undefined) return null;
      const read = ofContactRow.parse(rows[0]);
      return { ...read, profile: profileOf(read.facts) };
    },
    async forget(workspace, contact, { facts, actor }) {
      if (!isUuid(contact)) return null;
      const ids = facts === "all" ? [] : facts.filter(isUuid);
      const { rows } = await database.run(sql`
        with gone as materialized (
          select k.id, forget_facts(k.workspace_id, k.id, ${ids}::uuid[], ${facts === "all"}, '{}', false, null) as count
          from contacts k where k.workspace_id = ${workspace} and k.id = ${contact}::uuid)
        select g.count, audit(${workspace}, ${actor}, 'memory.forgotten', 'contact', g.id::text, null,
          jsonb_build_object('facts', g.count)) from gone g`);
      return z.object({ count: z.number() }).optional().parse(rows[0])?.count ?? null;
    },
  };
}
