import type { Agent, AgentRegistry } from "../../core/agent.ts";
import { RecadoError } from "../../core/errors.ts";
import { isUuid, type WorkspaceId } from "../../core/ids.ts";
import type { Clock } from "../../core/ports/clock.ts";
import type { NewSandbox, SandboxAct, Sandboxes } from "../../core/ports/sandbox.ts";
import { SAVED_SANDBOXES, type SavedSandboxes } from "../../core/ports/saved-sandboxes.ts";
import type { Transcriber } from "../../core/ports/transcriber.ts";
import type { SandboxEngine, SandboxSettings } from "../../core/sandbox-view.ts";
import { knownNames } from "./check-state.ts";
import { changed, DEFAULT_SETTINGS, type KeptSandbox, readKept, writeKept } from "./kept-sandbox.ts";
import type { SandboxParts } from "./sandbox-mind.ts";
import { MOST_TURNS, SandboxRoom } from "./sandbox-room.ts";

/** They stand in memory, so there is an end to them: so many open in a process, and none that nobody has looked at for so long. */
const MOST_OPEN = 40;
const IDLE_MS = 2 * 60 * 60_000;

/** A saved sandbox is one row. */
const MOST_BYTES = 4 * 1024 * 1024;

const TRANSCRIBE_MS = 30_000;

export interface SandboxesParts extends SandboxParts {
  readonly agents: AgentRegistry;
  readonly saved: SavedSandboxes;
  readonly transcriber: Transcriber | null;
  readonly clock: Clock;
}

const LIVE_REFUSAL =
  "crm: a sandbox writes into no books: leave it out, or write to the shop as a customer of the simulator, whose tools are the real ones.";

interface Open {
  readonly workspace: WorkspaceId;
  readonly room: SandboxRoom;
  touchedMs: number;
  /** Ends when the last thing that was asked of it is done: its turns come one after the other. */
  queue: Promise<unknown>;
}

/** The sandboxes of this process. */
export function openSandboxes(parts: SandboxesParts): Sandboxes {
  const { agents, saved, clock, newId } = parts;
  const rooms = new Map<string, Open>();
  const nowMs = () => clock.now().getTime();

  function closeIdle(): void {
    for (const [id, { touchedMs }] of rooms) if (nowMs() - touchedMs > IDLE_MS) rooms.delete(id);
  }

  function find(workspace: WorkspaceId, id: string): Open {
    closeIdle();
    const open = rooms.get(id);
    if (open === undefined || open.workspace !== workspace) throw unknown("sandbox", id);
    open.touchedMs = nowMs();
    return open;
  }

  async function inTurn<Result>(open: Open, work: (room: SandboxRoom) => Promise<Result> | Result): Promise<Result> {
    const turn = open.queue.then(async () => {
      await open.room.letTimePass(nowMs());
      return work(open.room);
    });
    open.queue = turn.catch(() => undefined);
    return turn;
  }

  function open(workspace: WorkspaceId, agent: Agent, kept: KeptSandbox | SandboxSettings): SandboxRoom {
    closeIdle();
    if (rooms.size >= MOST_OPEN) {
      throw new RecadoError(
        "sandbox_full",
        `${MOST_OPEN} sandboxes are open in this process: close one, or save it and close it.`,
      );
    }
    const id = newId();
    const room = new SandboxRoom({ id, agent, createdAt: clock.now() }, parts, kept, nowMs());
    rooms.set(id, { workspace, room, touchedMs: nowMs(), queue: Promise.resolve() });
    return room;
  }

  function agentOf(id: string, version?: string): Agent {
    const agent = agents.get(id, version ?? null);
    if (agent !== null) return agent;
    const what = version === undefined ? `agent "${id}"` : `agent "${id}" of version ${version}`;
    throw new RecadoError("request_invalid", `There is no ${what} here; there are ${agents.ids.join(", ")}.`);
  }

  function requireEngine(engine: SandboxEngine | undefined, isModelDown: boolean | undefined): void {
    if (engine !== "cascade" || parts.model !== null || isModelDown === true) return;
    throw new RecadoError(
      "request_invalid",
      "engine: there is no language model to ask here: set ANTHROPIC_API_KEY for the server, or use the engine local.",
    );
  }

  return {
    choices: () => ({
      agents: agents.ids.flatMap((id) => agents.get(id) ?? []).map(describeAgent),
      engines: parts.model === null ? ["local"] : ["local", "cascade"],
      crmModes: ["dry-run"],
      listens: parts.transcriber !== null,
      limits: { open: MOST_OPEN, saved: SAVED_SANDBOXES, turns: MOST_TURNS, idleMinutes: IDLE_MS / 60_000 },
    }),
    async create(workspace, { agent, version, crm = "dry-run", ...settings }: NewSandbox) {
      requireEngine(settings.engine, settings.isModelDown);
      if (crm === "live") throw new RecadoError("request_invalid", LIVE_REFUSAL);
      const wanted = { ...settings, engine: settings.engine ?? (parts.model === null ? "local" : "cascade") } as const;
      return open(workspace, agentOf(agent, version), changed(DEFAULT_SETTINGS, wanted)).view();
    },
    async list(workspace) {
      closeIdle();
      return [...rooms.values()].filter((one) => one.workspace === workspace).map(({ room }) => room.view());
    },
    get: (workspace, id) => inTurn(find(workspace, id), (room) => room.view()),
    async act(workspace, id, act) {
      const heard = await listen(parts.transcriber, act);
      return inTurn(find(workspace, id), async (room) => {
        await room.act(heard);
        return room.view();
      });
    },
    async configure(workspace, id, change) {
      return inTurn(find(workspace, id), (room) => {
        requireEngine(change.engine, change.isModelDown);
        room.configure(change);
        return room.view();
      });
    },
    editState: (workspace, id, state) =>
      inTurn(find(workspace, id), (room) => {
        room.editState(state);
        return room.view();
      }),
    reset: (workspace, id) =>
      inTurn(find(workspace, id), (room) => {
        room.reset(nowMs());
        return room.view();
      }),
    fork: (workspace, id, turn) =>
      inTurn(find(workspace, id), (room) => {
        const kept = room.keptAt(turn);
        if (kept === null)
          throw new RecadoError("request_invalid", `turn: there is no turn ${turn} in this sandbox yet.`);
        return open(workspace, room.identity.agent, kept).view();
      }),
    async close(workspace, id) {
      find(workspace, id);
      rooms.delete(id);
    },
    scenario: (workspace, id) =>
      inTurn(find(workspace, id), async (room) => {
        const { sandboxScenario } = await import("./sandbox-scenario.ts");
        return sandboxScenario(room.identity.agent, room.name, room.kept());
      }),
    save: (workspace, id, name) =>
      inTurn(find(workspace, id), async (room) => {
        const body = writeKept(room.kept());
        if (body.length > MOST_BYTES)
          throw new RecadoError(
            "request_invalid",
            "This sandbox is too long to be saved: reset it, or save a fork of an earlier turn.",
          );
        const { agent, session, turns } = room.view();
        const row = { id: newId(), name, agent: agent.id, mode: session.mode, turns: turns.length };
        const kept = await saved.save(workspace, row, body);
        if (kept === null)
          throw new RecadoError(
            "sandbox_full",
            `${SAVED_SANDBOXES} sandboxes are saved: delete one, or save under one of their names.`,
          );
        room.name = name;
        return kept;
      }),
    saved: (workspace) => saved.list(workspace),
    async load(workspace, savedId) {
      const kept = isUuid(savedId) ? await saved.load(workspace, savedId) : null;
      if (kept === null) throw unknown("saved sandbox", savedId);
      const room = open(workspace, agentOf(kept.saved.agent), readKept(kept.body));
      room.name = kept.saved.name;
      return room.view();
    },
    async forget(workspace, savedId) {
      const isGone = isUuid(savedId) && (await saved.forget(workspace, savedId));
      if (!isGone) throw unknown("saved sandbox", savedId);
    },
  };
}

/** A recording is written down by whoever does it for customers; in the sandbox its words are then as if they were typed beside it. */
async function listen(transcriber: Transcriber | null, act: SandboxAct): Promise<SandboxAct> {
  if (act.kind !== "file" || act.recording === undefined) return act;
  if (transcriber === null) {
    throw new RecadoError(
      "request_invalid",
      "recording: nobody writes down voice notes here: set RECADO_TRANSCRIPTION_API_KEY for the server, or write its words.",
    );
  }
  const { mimeType, base64 } = act.recording;
  const note = { bytes: Buffer.from(base64, "base64"), mimeType, language: "es" } as const;
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
