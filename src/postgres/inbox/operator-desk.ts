import { createHash } from "node:crypto";
import * as z from "zod";
import type { ConfirmationId, ConversationId, EventId, OutboxId, RunId, WorkspaceId } from "../../core/ids.ts";
import { mayCommand, type OperatorCommand, PHONE_CODE } from "../../core/operations/operator-commands.ts";
import { maySeeSales, ROLES } from "../../core/operations/principal.ts";
import { SERVICE_WINDOW_MARGIN_MS, SERVICE_WINDOW_MS } from "../../core/outbound/service-window.ts";
import type {
  CommandRefusal,
  DeskReviews,
  FoundConversation,
  Judgement,
  OperatorDesk,
  Speaker,
} from "../../core/ports/desk/operator-desk.ts";
import type { Prompts } from "../../core/ports/learning/prompts.ts";
import type { RunReviews } from "../../core/ports/learning/run-reviews.ts";
import { customerName } from "../customer-name.ts";
import type { Database } from "../database.ts";
import { createPrompts } from "../learning/prompts.ts";
import { createRunReviews } from "../learning/run-reviews.ts";
import { createConfirmations } from "../shop/confirmations.ts";
import { sql } from "../sql.ts";
import { setBotEnabled } from "./operator-commands.ts";
import { readHealth, readLog, readLostSales, readStats } from "./operator-health.ts";
import { readDeskOrders, readQuestions, readShopReport } from "./operator-reads.ts";
import { replyAsOperator } from "./operator-reply.ts";
import { readToolOutputs, readTrace, readTraces, readTranscript } from "./operator-traces.ts";

const found = z.object({
  conversationId: z.string(),
  name: z.string().nullable(),
  mayBeWritten: z
    .boolean()
    .nullable()
    .transform((may) => may ?? false),
});
const member = z.object({
  userId: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  isChanged: z.boolean(),
  isAllowed: z.boolean(),
});

export function createOperatorDesk(database: Database): OperatorDesk {
  const confirmations = createConfirmations(database);
  const reviews = createRunReviews(database);
  const prompts = createPrompts(database);
  return {
    judge: (speaker, command) => judge(database, speaker, command),
    tryCode: (speaker, code) => tryCode(database, speaker, code),
    async bind({ workspaceId, contactId }, code) {
      const { rows } = await database.run(sql`
        select bind_member_phone(${workspaceId}, ${contactId}::uuid, ${code}) as "isBound"`);
      return rows[0]?.["isBound"] === true;
    },
    report: (speaker, now) => readShopReport(database, speaker, now),
    orders: (speaker, asked) => readDeskOrders(database, speaker, asked),
    lostSales: (speaker, asked) => readLostSales(database, speaker, asked),
    stats: (speaker, asked) => readStats(database, speaker, asked),
    health: (speaker) => readHealth(database, speaker),
    log: (speaker, filter) => readLog(database, speaker, filter),
    questions: (speaker) => readQuestions(database, speaker),
    review: (speaker, conversationId) => readTraces(database, speaker, conversationId),
    trace: (speaker, traceId) => readTrace(database, speaker, traceId),
    transcript: (speaker, conversationId) => readTranscript(database, speaker, conversationId),
    toolOutputs: (speaker, of) => readToolOutputs(database, speaker, of),
    reviews: ({ workspaceId }) => deskReviews(workspaceId as WorkspaceId, reviews, prompts),
    find: (speaker, phone) => find(database, speaker, phone),
    setBot: ({ workspaceId }, { conversationId, isOn, by }) =>
      setBotEnabled(database, workspaceId as WorkspaceId, conversationId as ConversationId, {
        enabled: isOn,
        actor: by,
        note: null,
      }),
    async pausePlan({ workspaceId, conversationId }, { isPaused, by }) {
      const { rows } = await database.run(sql`
        with done as materialized (
          select pause_run(r.workspace_id, r.id, ${isPaused}::boolean, ${by}) as kind from agent_runs r
          where r.workspace_id = ${workspaceId} and r.conversation_id = ${conversationId}::uuid and r.segment > 0
            and r.status in ('queued', 'running', 'failed', 'waiting_confirmation') and r.stopped is null)
        select count(*) filter (where kind in ('paused', 'resumed'))::int as changed, pg_notify('recado_mailbox', '') from done`);
      return Number(rows[0]?.["changed"]) > 0;
    },
    async answer({ workspaceId }, { id, isYes, by, userId }) {
      const { kind } = await confirmations.decide({
        workspaceId: workspaceId as WorkspaceId,
        of: { confirmationId: id as ConfirmationId },
        decision: isYes ? "approve" : "deny",
        actor: by,
        identity: `user:${userId}`,
        note: null,
      });
      return kind;
    },
    write: (speaker, message) => write(database, speaker, message),
  };
}

function deskReviews(workspace: WorkspaceId, reviews: RunReviews, prompts: Prompts): DeskReviews {
  return {
    write: (paper) => reviews.write(workspace, paper),
    papers: (filter) => reviews.papers(workspace, filter),
    paper: (id) => reviews.paper(workspace, id),
    removeNote: (id, by) => reviews.removeNote(workspace, id, by),
    scored: (filter) => reviews.scored(workspace, filter),
    evaluations: (agentId) => reviews.evaluations(workspace, agentId),
    score: (score) => reviews.score(workspace, score),
    propose: (prompt) => prompts.propose(workspace, prompt),
  };
}

async function judge(database: Database, speaker: Speaker, command: OperatorCommand): Promise<Judgement> {
  const { workspaceId, contactId } = speaker;
  const { rows } = await database.run(sql`
    select m.user_id as "userId", m.name, m.role, m.sees_sales as "isAllowed", coalesce(k.identity_changed_at > p.bound_at, false) as "isChanged"
    from member_phones p
    join workspace_members m on m.workspace_id = p.workspace_id and m.user_id = p.user_id and m.removed_at is null
    join contacts k on k.workspace_id = p.workspace_id and k.id = p.contact_id
    where p.workspace_id = ${workspaceId} and p.contact_id = ${contactId}::uuid and p.ended_at is null`);
  if (rows[0] === undefined) return refuse(database, speaker, { command, reason: "unbound", who: "a stranger" });
  const { isChanged, isAllowed, ...who } = member.parse(rows[0]);
  if (isChanged) return refuse(database, speaker, { command, reason: "changed", who: who.name });
  if (!mayCommand(who.role, command)) return refuse(database, speaker, { command, reason: "role", who: who.name });
  return { kind: "allowed", ...who, seesSales: maySeeSales(who.role, isAllowed) };
}

async function refuse(
  database: Database,
  { workspaceId, contactId }: Speaker,
  { command, reason, who }: { command: OperatorCommand; reason: CommandRefusal; who: string },
): Promise<Extract<Judgement, { kind: "refused" }>> {
  await database.run(sql`
    select audit(${workspaceId}, ${who}, 'operator.refused', 'contact', ${contactId}, null,
      jsonb_build_object('command', ${command}::text, 'reason', ${reason}::text))`);
  return { kind: "refused", reason };
}

async function tryCode(
  database: Database,
  speaker: Speaker,
  code: string,
): Promise<{ readonly kind: "ok" } | Extract<Judgement, { kind: "refused" }>> {
  const { workspaceId, contactId } = speaker;
  const { rows } = await database.run(sql`
    select exists (
      select from member_phones p
      join workspace_members m on m.workspace_id = p.workspace_id and m.user_id = p.user_id and m.removed_at is null
      where p.workspace_id = ${workspaceId} and p.ended_at is null
        and p.code_hash = sha256(convert_to(p.id || ':' || ${code}::text, 'UTF8'))
        and (p.contact_id = ${contactId}::uuid or (p.contact_id is null and p.expires_at > recado_now()))) as "isRight",
    (select count(*)::int from audit_log a
      where a.workspace_id = ${workspaceId} and a.subject_id = ${contactId} and a.action = 'operator.refused'
        and a.detail ->> 'reason' = 'wrong_code' and a.at > recado_now() - interval '1 hour') as wrong`);
  const command = "vincular";
  const who = "a stranger";
  if (Number(rows[0]?.["wrong"]) >= PHONE_CODE.wrongTriesAnHour) {
    return refuse(database, speaker, { command, reason: "too_many_codes", who });
  }
  return rows[0]?.["isRight"] === true
    ? { kind: "ok" }
    : refuse(database, speaker, { command, reason: "wrong_code", who });
}

async function find(
  database: Database,
  { workspaceId, conversationId }: Speaker,
  phone: string,
): Promise<FoundConversation | null> {
  const digits = phone.replace(/\D/g, "");
  const { rows } = await database.asTenant(workspaceId as WorkspaceId, (run) =>
    run(sql`
      select c.id as "conversationId", ${customerName(sql`k`)} as name,
        c.last_customer_message_at > recado_now() - make_interval(secs => ${(SERVICE_WINDOW_MS - SERVICE_WINDOW_MARGIN_MS) / 1000}::float8)
          and not (k.stopped_by_event_id is not null and c.own_speech_seq <= c.opted_out_seq) as "mayBeWritten"
      from contact_aliases a
      join contacts k on k.workspace_id = a.workspace_id and a.contact_id in (k.id, k.merged_into)
      join conversations c on c.workspace_id = k.workspace_id and c.contact_id = k.id
      where a.workspace_id = ${workspaceId} and a.kind = 'phone' and right(a.value, 10) = ${digits.slice(-10)}
        and a.value like ${`%${digits}`} and c.id <> ${conversationId}::uuid
      order by c.last_customer_message_at desc nulls last limit 1`),
  );
  return rows[0] === undefined ? null : found.parse(rows[0]);
}

async function write(
  database: Database,
  { workspaceId }: Speaker,
  { conversationId, text, by, key }: Parameters<OperatorDesk["write"]>[1],
): ReturnType<OperatorDesk["write"]> {
  const workspace = workspaceId as WorkspaceId;
  const conversation = conversationId as ConversationId;
  const reply = {
    content: { type: "text", body: text },
    actor: by,
    idempotencyKey: key,
    eventId: idOf(key, "event") as EventId,
    runId: idOf(key, "run") as RunId,
    messageId: idOf(key, "message") as OutboxId,
  } as const;
  const said = await replyAsOperator(database, workspace, conversation, reply);
  if (said.kind !== "bot_answers") return said.kind;
  // A person who writes by hand has the word from then on, as in the Studio.
  await setBotEnabled(database, workspace, conversation, { enabled: false, actor: by, note: null });
  return (await replyAsOperator(database, workspace, conversation, reply)).kind;
}

/** The same for the same call, so that a repeated call makes no second row. */
function idOf(key: string, part: string): string {
  const hex = createHash("sha256").update(`${part}:${key}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
