import type { Agent, AgentRegistry } from "../../core/agent/agent.ts";
import { CRM_MODES, type CrmMode, type SandboxSettings } from "../../core/answers/lab/sandbox.ts";
import { RecadoError } from "../../core/errors.ts";
import { isUuid, type WorkspaceId } from "../../core/ids.ts";
import { DEFAULT_LOCALE, type Locale } from "../../core/locale/locale.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import type { Principal } from "../../core/operations/principal.ts";
import type { AgentConfigs } from "../../core/ports/agent-configs.ts";
import type { Clock } from "../../core/ports/clock.ts";
import type { NewSandbox, SandboxAct, Sandboxes } from "../../core/ports/lab/sandbox.ts";
import { SAVED_SANDBOXES, type SavedSandboxes } from "../../core/ports/lab/saved-sandboxes.ts";
import type { Transcriber } from "../../core/ports/model/transcriber.ts";
import { knownNames } from "./check-state.ts";
import { inTheirWords, type SandboxDependencies } from "./equip-agent.ts";
import { changed, DEFAULT_SETTINGS, type KeptSandbox, readKept, writeKept } from "./kept-sandbox.ts";
import { type LiveCrm, requirePerson } from "./live-crm.ts";
import { requireAgent } from "./require-agent.ts";
import { requireEngine } from "./require-engine.ts";
import { MOST_TURNS, SandboxSession } from "./sandbox-session.ts";

/**
 * Sandboxes stand in memory, so they are limited: a workspace has at most `MOST_OPEN`, and one that
 * is not looked at for `IDLE_MS` is closed.
 */
const MOST_OPEN = 40;
/** The most that all workspaces together may have open in a process. */
const MOST_IN_PROCESS = 400;
const IDLE_MS = 2 * 60 * 60_000;

/** A saved sandbox is one row. */
const MOST_BYTES = 4 * 1024 * 1024;

const TRANSCRIBE_MS = 30_000;

export interface SandboxesDependencies extends SandboxDependencies {
  readonly agents: AgentRegistry;
  readonly saved: SavedSandboxes;
  readonly transcriber: Transcriber | null;
  readonly clock: Clock;
  readonly agentConfigs: Pick<AgentConfigs, "get">;
  readonly live: LiveCrm;
}

interface Open {
  readonly workspace: WorkspaceId;
  readonly session: SandboxSession;
  touchedMs: number;
  /** Ends when the last thing that was asked of it is done: its turns come one after the other. */
  queue: Promise<unknown>;
}

/** The sandboxes of this process. */
export function openSandboxes(parts: SandboxesDependencies): Sandboxes {
  const { agents, saved, clock, newId, live } = parts;
  const sessions = new Map<string, Open>();
  const nowMs = () => clock.now().getTime();

  function closeIdle(): void {
    for (const [id, { touchedMs }] of sessions) if (nowMs() - touchedMs > IDLE_MS) sessions.delete(id);
  }

  function find({ workspaceId }: Principal, id: string): Open {
    closeIdle();
    const open = sessions.get(id);
    if (open === undefined || open.workspace !== workspaceId) throw unknown("sandbox", id);
    open.touchedMs = nowMs();
    return open;
  }

  /**
   * Runs requests one after the other, each in the name of its caller. Work that came due meanwhile
   * is done in the caller's name as well.
   */
  async function inTurn<Result>(
    by: Principal,
    id: string,
    work: (session: SandboxSession) => Promise<Result> | Result,
  ): Promise<Result> {
    const open = find(by, id);
    const { session } = open;
    const turn = open.queue.then(async () => {
      await look(session, by);
      await session.letTimePass(nowMs());
      return work(session);
    });
    open.queue = turn.catch(() => undefined);
    return turn;
  }

  async function look(session: SandboxSession, by: Principal): Promise<void> {
    const { place } = session;
    if (place !== null) requirePerson(by);
    const config = await parts.agentConfigs.get(by.workspaceId);
    session.conditions = {
      crmAgentsEnabled: config?.crmAgentsEnabled ?? false,
      live: place === null ? null : { crm: live, place, by },
    };
  }

  async function setCrm(session: SandboxSession, by: Principal, crm: CrmMode | undefined): Promise<void> {
    if (crm === undefined || (crm === "live") === (session.place !== null)) return;
    session.writeInto(crm === "live" ? await live.open(by, session.identity.agent) : null);
  }

  function open(workspace: WorkspaceId, agent: Agent, kept: KeptSandbox | SandboxSettings): SandboxSession {
    closeIdle();
    const own = [...sessions.values()].filter((one) => one.workspace === workspace);
    if (own.length >= MOST_OPEN || sessions.size >= MOST_IN_PROCESS) {
      throw new RecadoError(
        "sandbox_full",
        `${own.length} sandboxes of your workspace are open, ${sessions.size} in this process: close one, or save it and close it.`,
      );
    }
    const id = newId();
    const session = new SandboxSession(
      { id, agent, createdAt: clock.now() },
      inTheirWords(parts, workspace),
      kept,
      nowMs(),
    );
    sessions.set(id, { workspace, session, touchedMs: nowMs(), queue: Promise.resolve() });
    return session;
  }

  return {
    choices: () => ({
      agents: agents.ids.flatMap((id) => agents.get(id) ?? []).map(describeAgent),
      engines: parts.model === null ? ["local"] : ["local", "cascade"],
      crmModes: CRM_MODES,
      listens: parts.transcriber !== null,
      limits: { open: MOST_OPEN, saved: SAVED_SANDBOXES, turns: MOST_TURNS, idleMinutes: IDLE_MS / 60_000 },
    }),
    async create(by, { agent, version, crm, ...settings }: NewSandbox) {
      requireEngine(settings.engine, parts.model, settings.isModelDown);
      if (crm === "live") requirePerson(by);
      const wanted = { ...settings, engine: settings.engine ?? (parts.model === null ? "local" : "cascade") } as const;
      const session = open(by.workspaceId, requireAgent(agents, agent, version), changed(DEFAULT_SETTINGS, wanted));
      await setCrm(session, by, crm);
      return session.view();
    },
    async list({ workspaceId }) {
      closeIdle();
      return [...sessions.values()].filter((one) => one.workspace === workspaceId).map(({ session }) => session.view());
    },
    get: (by, id) => inTurn(by, id, (session) => session.view()),
    async act(by, id, act) {
      const { agent } = find(by, id).session.identity;
      const heard = await listen(parts.transcriber, act, agent.locale ?? DEFAULT_LOCALE);
      return inTurn(by, id, async (session) => {
        await session.act(heard);
        return session.view();
      });
    },
    async configure(by, id, { crm, ...change }) {
      return inTurn(by, id, async (session) => {
        requireEngine(change.engine, parts.model, change.isModelDown);
        await setCrm(session, by, crm);
        session.configure(change);
        return session.view();
      });
    },
    editState: (by, id, state) =>
      inTurn(by, id, (session) => {
        session.editState(state);
        return session.view();
      }),
    reset: (by, id) =>
      inTurn(by, id, (session) => {
        session.reset(nowMs());
        return session.view();
      }),
    fork: (by, id, turn) =>
      inTurn(by, id, (session) => {
        const kept = session.keptAt(turn);
        if (kept === null)
          throw new RecadoError("request_invalid", `turn: there is no turn ${turn} in this sandbox yet.`);
        return open(by.workspaceId, session.identity.agent, kept).view();
      }),
    async close(by, id) {
      find(by, id);
      sessions.delete(id);
    },
    scenario: (by, id) =>
      inTurn(by, id, async (session) => {
        const { sandboxScenario } = await import("./sandbox-scenario.ts");
        return sandboxScenario(session.identity.agent, session.name, session.kept());
      }),
    save: (by, id, name) =>
      inTurn(by, id, async (session) => {
        const body = writeKept(session.kept());
        if (body.length > MOST_BYTES)
          throw new RecadoError(
            "request_invalid",
            "This sandbox is too long to be saved: reset it, or save a fork of an earlier turn.",
          );
        const { agent, session: memory, turns } = session.view();
        const row = { id: newId(), name, agent: agent.id, mode: memory.mode, turns: turns.length };
        const kept = await saved.save(by.workspaceId, row, { body, by: by.actor });
        if (kept === null)
          throw new RecadoError(
            "sandbox_full",
            `${SAVED_SANDBOXES} sandboxes are saved: delete one, or save under one of their names.`,
          );
        session.name = name;
        return kept;
      }),
    saved: ({ workspaceId }) => saved.list(workspaceId),
    async load({ workspaceId }, savedId) {
      const kept = isUuid(savedId) ? await saved.load(workspaceId, savedId) : null;
      if (kept === null) throw unknown("saved sandbox", savedId);
      const session = open(workspaceId, requireAgent(agents, kept.saved.agent), readKept(kept.body));
      session.name = kept.saved.name;
      return session.view();
    },
    async forget({ workspaceId, actor }, savedId) {
      const isGone = isUuid(savedId) && (await saved.forget(workspaceId, savedId, actor));
      if (!isGone) throw unknown("saved sandbox", savedId);
    },
  };
}

/**
 * Has a recording transcribed by the service that transcribes for customers. Its words then count
 * as if they were typed beside it.
 */
async function listen(transcriber: Transcriber | null, act: SandboxAct, locale: Locale): Promise<SandboxAct> {
  if (act.kind !== "file" || act.recording === undefined) return act;
  if (transcriber === null) {
    throw new RecadoError(
      "request_invalid",
      "recording: this server does not transcribe voice notes. Set RECADO_TRANSCRIPTION_API_KEY, or write its words.",
    );
  }
  const { mimeType, base64 } = act.recording;
  const note = { bytes: Buffer.from(base64, "base64"), mimeType, language: packOf(locale).transcription };
  const said = await transcriber.transcribe(note, AbortSignal.timeout(TRANSCRIBE_MS));
  if (said.kind === "failed")
    throw new RecadoError("request_invalid", `recording: it could not be written down (${said.failure.code}).`);
  return { ...act, words: said.kind === "heard" ? said.text : undefined };
}

function describeAgent(agent: Agent) {
  const { id, name, version } = agent;
  const known = knownNames(agent);
  return { id, name, version, modes: known?.modes ?? [], packs: known?.packs ?? [], fields: known?.fields ?? [] };
}

function unknown(what: string, id: string): RecadoError {
  return new RecadoError(
    "not_found",
    `There is no ${what} ${JSON.stringify(id.slice(0, 64))}: it was closed, or nobody had looked at it for long.`,
  );
}
