import type { WorkspaceId } from "../../src/core/ids.ts";
import type { TestDatabase } from "../support/test-database.ts";

/** Ids that a workspace has, by the part of the address that they stand behind. */
export type Objects = Readonly<Record<string, string>>;

/** One of each thing that has an address of its own, in a workspace where somebody has written. */
export async function fillWorkspace(
  database: TestDatabase,
  workspace: WorkspaceId,
  of: { conversationId: string; runId: string; contactId: string },
): Promise<Objects> {
  const { conversationId, runId, contactId } = of;
  const session = crypto.randomUUID();
  const id = crypto.randomUUID();
  const all = [workspace, id, runId, conversationId, contactId, session];
  const insert = async (text: string) => {
    const used = [...new Set([...text.matchAll(/\$(\d)/g)].map(([, n]) => Number(n)))].sort();
    const renumbered = text.replace(/\$(\d)/g, (_, n: string) => `$${used.indexOf(Number(n)) + 1}`);
    await database.rows(
      renumbered,
      used.map((n) => all[n - 1]),
    );
  };
  await insert(
    "insert into agent_sessions (workspace_id, id, agent_id, conversation_id, contact_id) values ($1, $6, 'somnio', $4, $5)",
  );
  await insert(
    `insert into session_state (workspace_id, session_id, datos_capturados) values ($1, $6, '{"nombre": "Ana"}')`,
  );
  await insert(
    `insert into conversation_summaries (workspace_id, conversation_id, text, model, prompt_version, through_turn, updated_at) values ($1, $4, 'x', 'm', '1', 1, now())`,
  );
  await insert(`insert into timers (workspace_id, run_id, conversation_id, session_id, level, due_at, fire_at, armed_at)
    values ($1, $3, $4, $6, 'L0', now() + interval '1 day', now() + interval '1 day', now())`);
  await insert(`insert into tasks (workspace_id, id, conversation_id, run_id, title, priority, data, created_at, updated_at)
    values ($1, $2, $4, $3, 'x', 'high', '{}', now(), now())`);
  await insert(`insert into orders (workspace_id, id, purchase_key, conversation_id, contact_id, run_id, source, status, stage,
      products, total, shipping_address, data, created_at, updated_at)
    values ($1, $2, 'k', $4, $5, $3, 'customer', 'confirmed', 'x', '[]', 1, 'x', '{}', now(), now())`);
  await insert(`insert into alerts (workspace_id, id, kind, subject, severity, detail, raised_at, last_seen_at)
    values ($1, $2, 'x', '', 'info', '{}', now(), now())`);
  await insert(`insert into media_items (workspace_id, id, event_id, conversation_id, phone_number_id, media_id, kind, fetch_at)
    select workspace_id, $2, id, conversation_id, '1', 'm', 'image', now() from agent_events where workspace_id = $1 limit 1`);
  await insert(`insert into confirmations (workspace_id, id, run_id, conversation_id, contact_id, call_id, tool, risk, input, arguments_hash,
      agent_id, agent_version, rule, reason, audience, question, created_at, expires_at)
    values ($1, $2, $3, $4, $5, 'c', 'x', 'high', '{}', 'h', 'somnio', '1', 'r', 'r', 'operator', 'q', now(), now() + interval '1 day')`);
  for (const [n, kind] of [
    ["$2", "reminder"],
    ["$6", "follow_up"],
  ])
    await insert(`insert into scheduled_messages (workspace_id, id, idempotency_key, conversation_id, kind, category, text, is_requested,
        time_zone, due_at, useful_until, fire_at, created_by, created_at)
      values ($1, ${n}, '${kind}', $4, '${kind}', ${kind === "reminder" ? "null" : "'custom'"}, 'x', true, 'America/Bogota', now() + interval '1 day', now() + interval '2 days',
        now() + interval '1 day', 'test', now())`);
  await insert(`insert into message_templates (workspace_id, name, language, category, body, variables, updated_at, updated_by)
    values ($1, 'de_' || $1, 'es', 'utility', 'x', 0, now(), 'test')`);
  // Another id than the media item's: a file that was read within the hour leaves no second line.
  await insert(`insert into documents (workspace_id, id, sha256, bytes, uploaded_by, read_at, created_at)
    values ($1, $6, '', 'x', 'test', now(), now())`);
  await insert(`insert into quarantined_items (workspace_id, id, content_key, reason, raw)
    values ($1, $2, 'k', 'x', '{"object":"whatsapp_business_account","entry":[]}')`);
  const artifact = `art_${id.replaceAll("-", "").slice(0, 12)}`;
  const fact = `fact_${id.replaceAll("-", "").slice(0, 24)}`;
  await insert(`insert into artifacts (workspace_id, id, conversation_id, run_id, type, record, created_at)
    values ($1, '${artifact}', $4, $3, 'plan', '${JSON.stringify(planRecord(artifact))}', now())`);
  await insert(`insert into sourced_facts (workspace_id, conversation_id, id, artifact_id, topic, fact, source, confidence, domain, tags,
      evidence_snippet, created_at)
    values ($1, $4, '${fact}', '${artifact}', 'x', 'x', 'https://example.com/', 'high', 'general', '{}', 'x', now())`);
  const entry = `de-${workspace.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
  await database.store.shopEntries.write(workspace as WorkspaceId, {
    entry: { id: entry, title: entry, asks: [], text: "x", until: null },
    ...{ after: 0, isDeleted: false, by: "test" },
  });
  await insert(`insert into feed_endpoints (workspace_id, id, url, kinds, secret, created_at, changed_by)
    values ($1, $2, 'https://example.com/', '{handoff}', 'whsec_x', now(), 'test')`);
  await insert("insert into push_keys values ($1, 'k', 'k', now())");
  await insert(`insert into feed_deliveries (workspace_id, id, endpoint_id, conversation_id, kind, data, happened_at, due_at)
    values ($1, $2, $2, $4, 'handoff', '{}', now(), now())`);
  await database.accessAdmin.putMember(
    workspace,
    { userId: `person of ${workspace}`, role: "viewer", name: "P" },
    "test",
  );
  await insert(`insert into member_phones (workspace_id, id, user_id, code_hash, created_at, created_by, expires_at)
    values ($1, $2, 'person of ' || $1, 'x', now(), 'test', now() + interval '1 day')`);
  await insert(`insert into desk_papers (workspace_id, id, kind, title, text, idempotency_key, written_by)
    values ($1, $2, 'report', 'x', 'x', 'k', 'test')`);
  await insert(
    "insert into canned_replies (workspace_id, id, shortcut, body, changed_by) values ($1, $2, 'x', 'x', 'test')",
  );
  await insert(
    "insert into inbox_views (workspace_id, id, name, query, changed_by) values ($1, $2, 'x', '{}', 'test')",
  );
  const made = await database.accessAdmin.createToken(workspace, {
    name: "spare",
    holder: { role: "viewer" },
    scopes: null,
    lifeDays: null,
    by: "test",
  });
  return {
    ...{
      conversations: conversationId,
      runs: runId,
      contacts: contactId,
      tasks: id,
      orders: id,
      alerts: id,
      feed: id,
      media: id,
      documents: session,
      "failed-webhooks": id,
      artifacts: artifact,
      facts: fact,
      confirmations: id,
      templates: `de_${workspace}`,
      knowledge: entry,
      reports: id,
      "canned-replies": id,
      inbox: id,
      reminders: id,
      "follow-ups": session,
    },
    ...{ timers: await timerId(database, workspace), members: `person of ${workspace}`, tokens: made?.id ?? "" },
  };
}

function planRecord(id: string): unknown {
  return {
    ...{
      artifact_id: id,
      artifact_type: "plan",
      session_id: "s",
      schema_version: 3,
      created_at: "2026-03-02T15:04:05.000Z",
    },
    ...{ inputs: { user_query: "x", route: "llm_only" }, citations: [], metadata: {}, confidence: 0.74 },
    trigger_reason: { explicit_request: true, matched_phrases: [], structural_signals: [], tie_break: null },
    ...{ input_fingerprint: "0".repeat(64), warnings: [], revises_artifact_id: null, diff_summary: null },
    content: { objective: "x", steps: ["x"], constraints: [], risks: [], extra_sections: [] },
  };
}

async function timerId(database: TestDatabase, workspace: string): Promise<string> {
  const { items } = await database.store.timerAdmin.list(workspace as WorkspaceId, { status: "pending", limit: 10 });
  return items[0]?.id ?? "";
}
