import { setTimeout as pause } from "node:timers/promises";
import type { Agent, Decision } from "../../../core/agent/agent.ts";
import type { Session } from "../../../core/agent/session.ts";
import type { ConfirmationStatus } from "../../../core/tool-calls/confirmation.ts";
import { withoutWindow } from "../../../core/turn/closed-window.ts";
import { readDuration } from "../../../lab/memory/duration.ts";
import { questionMeant } from "../../../lab/memory/play-in-memory.ts";
import { afterAnswer, type QuestionAnswer } from "../../../lab/memory/sandbox-question.ts";
import type { Scenario, ScenarioAnswer, ScenarioMedia, ScenarioStep } from "../../../lab/memory/scenario.ts";
import type { Observation, ObservedTurn, ScenarioPlayer } from "../../../lab/memory/scenario-player.ts";
import type { ScenarioDatabase, StoredScenario } from "../../../postgres/lab/scenario-database.ts";
import { parseDecision } from "../../../runtime/decision-schema.ts";
import type { FullClient } from "./full-client.ts";
import type { Gate } from "./gate.ts";
import type { Mailboxes } from "./mailboxes.ts";
import { stagedFile } from "./staged-files.ts";
import { STAGE_MARK, type Staging } from "./staging-agent.ts";
import type { Timeline } from "./timeline.ts";

export interface FullPlayDependencies {
  readonly agent: Agent;
  readonly phone: string;
  readonly client: FullClient;
  readonly database: ScenarioDatabase;
  readonly mailboxes: Mailboxes;
  readonly timeline: Timeline;
  readonly stagings: Map<string, Staging>;
  /** How many customers are served at once; time stands still meanwhile. */
  readonly gate: Gate;
}

/** One scenario through the door, a worker, the database and the simulator. */
export async function playInFull(scenario: Scenario, parts: FullPlayDependencies): Promise<ScenarioPlayer> {
  const conversation = new FullConversation(parts);
  await conversation.begin(scenario);
  return {
    play: (step) => conversation.play(step, scenario.steps[scenario.steps.indexOf(step) + 1]),
  };
}

/** Longer than a row of requests ever takes: a burst leaves when it is complete. */
const BURST_MS = 30_000;

/** An answered run goes on at once; one that does not after so long hangs. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 25;

class FullConversation {
  readonly #parts: FullPlayDependencies;
  /** What was seen of each run, and where the session stood when it was first looked at. */
  readonly #seenRuns = new Map<string, SeenRun>();
  #events = 0;
  #mode: string;

  constructor(parts: FullPlayDependencies) {
    this.#parts = parts;
    this.#mode = parts.agent.initialMode;
  }

  async begin({ from = {} }: Scenario): Promise<void> {
    const { known, bot, ...start } = from;
    if (known !== undefined) await this.#stage({ kind: "earlier", known });
    if (Object.keys(start).length > 0 || bot === "off") await this.#stage({ kind: "start", start });
    if (bot === "off") await this.#parts.client.takeOver((await this.#read()).conversationId);
    if (this.#events > 0) await this.#observe();
  }

  async play(step: ScenarioStep, next: ScenarioStep | undefined): Promise<Observation> {
    const { client, timeline, database, phone } = this.#parts;
    if (step.cutAfter !== undefined) throw new Error("cutAfter is for memory: mark the scenario with `only: memory`");
    // The next replay is a webhook that Meta delivers again.
    if (next?.replay === true) await client.fault({ kind: "duplicate", updates: "messages", copies: 1, next: 1 });
    if (step.fault !== undefined) await client.fault(step.fault);
    if (step.takesOver === true) await client.takeOver((await this.#read()).conversationId);
    if (step.handsBack === true) await client.handBack((await this.#read()).conversationId);
    if (step.forced !== undefined) await this.#stage({ kind: "force", intent: step.forced });
    if (step.wait !== undefined) await timeline.sleep(msOf(step.wait));
    if (step.away !== undefined) await timeline.sleep(msOf(step.away), true);
    if (step.answers !== undefined) await this.#answer(step.answers);
    if (step.nightly === true) await this.#sleepOverNight();
    await database.ageSends(phone);
    await this.#customerActs(step);
    return this.#observe();
  }

  async #customerActs({ says, button, sticker, media, files, operatorSays }: ScenarioStep): Promise<void> {
    if (files !== undefined)
      return this.#sendTogether([says ?? []].flat(), [...(media === undefined ? [] : [media]), ...files]);
    if (says !== undefined) await this.#sendTogether([says].flat(), []);
    if (button !== undefined) await this.#act({ kind: "button_reply", id: "scenario", title: button });
    if (sticker === true) await this.#act({ kind: "sticker" });
    if (operatorSays !== undefined) await this.#act({ kind: "echo", text: operatorSays });
    if (media !== undefined) {
      await this.#act(await this.#fileAct(media));
    }
  }

  /** The customer taps under their question; what a person of the shop is asked, they say under Confirmations. */
  async #answer({ decision, question }: ScenarioAnswer): Promise<void> {
    const { client } = this.#parts;
    const { questions } = await this.#read();
    const pending = questions.filter(({ status }) => status === "pending");
    const { id, runId, audience } = questionMeant(pending, question);
    const [title, tapped] = decision === "approve" ? ["Sí", "yes"] : ["No", "no"];
    if (audience === "operator") await client.confirm(runId, decision);
    else await this.#act({ kind: "button_reply", id: `confirm:${id}:${tapped}`, title });
  }

  /** An answer leads to a run that resumes by itself, a moment after the answer was accepted. */
  async #readAtRest(): Promise<StoredScenario> {
    const { mailboxes, phone } = this.#parts;
    const deadlineMs = performance.now() + PATIENCE_MS;
    let stored = await this.#read();
    if (stored.questions.length === 0) return stored;
    for (; stored.runs.some((run) => isAboutToGoOn(run, stored)); stored = await this.#read()) {
      if (performance.now() > deadlineMs) throw new Error("a run that was answered does not go on");
      await pause(LOOK_MS);
    }
    // Its messages may be on their way.
    await mailboxes.settled(phone, this.#events);
    return this.#read();
  }

  async #fileAct(media: ScenarioMedia): Promise<Readonly<Record<string, unknown>>> {
    const { kind, words } = media;
    const mediaId = await this.#parts.client.upload(stagedFile(media));
    return { kind, mediaId, ...(words === undefined || kind === "audio" ? {} : { caption: words }) };
  }

  #sendTogether(texts: readonly string[], files: readonly ScenarioMedia[]): Promise<void> {
    return this.#parts.gate.through(async () => {
      const { client } = this.#parts;
      const acts = [
        ...texts.map((text) => ({ kind: "text", text })),
        ...(await Promise.all(files.map((file) => this.#fileAct(file)))),
      ];
      if (acts.length > 1) {
        // Meta's form of a burst: one webhook with all of it.
        const batch = { kind: "batch", updates: "messages", windowMs: BURST_MS, maxUpdates: acts.length };
        await client.fault({ ...batch, next: acts.length });
      }
      for (const act of acts) await client.write(act);
      await this.#settle(acts.length);
    });
  }

  #act(act: Readonly<Record<string, unknown>>): Promise<void> {
    return this.#parts.gate.through(async () => {
      await this.#parts.client.act(act);
      await this.#settle(1);
    });
  }

  async #settle(events: number): Promise<void> {
    this.#events += events;
    await this.#parts.mailboxes.settled(this.#parts.phone, this.#events);
  }

  async #stage(staging: Staging): Promise<void> {
    const { phone, stagings, database } = this.#parts;
    const message = `${STAGE_MARK}${phone} ${stagings.size}`;
    stagings.set(message, staging);
    await this.#act({ kind: "text", text: message });
    await database.forgetTurns(phone, STAGE_MARK);
  }

  async #sleepOverNight(): Promise<void> {
    const { timeline, database, phone } = this.#parts;
    for (let night = await database.nightOf(phone); night !== null; night = await database.nightOf(phone)) {
      // A moment later than the night itself: then it is over.
      await timeline.sleep(Math.max(0, night.getTime() - timeline.now().getTime()) + 2);
    }
  }

  #read(): Promise<StoredScenario> {
    return this.#parts.database.read(this.#parts.phone);
  }

  async #observe(): Promise<Observation> {
    const { timeline, client, mailboxes, phone } = this.#parts;
    const stored = await this.#readAtRest();
    this.#events = mailboxes.lastSeq(phone);
    const heard = await client.hear();
    const { timer, reminders, orders, tasks, botEnabled } = stored;
    const session = sessionOf(stored);
    return {
      turns: this.#newTurns(stored, session, heard),
      session,
      timer:
        timer === null
          ? null
          : { level: timer.level, dueInSeconds: (timer.dueAt.getTime() - timeline.now().getTime()) / 1_000 },
      reminders,
      orders,
      tasks,
      isBotOn: botEnabled,
    };
  }

  /**
   * The last turn reports what was heard: the phone does not know which turn a message came from.
   */
  #newTurns(stored: StoredScenario, session: Session, heard: readonly string[]): ObservedTurn[] {
    const turns = stored.runs.flatMap((run) => this.#stretchesOf(run, stored));
    // A no is told by the customer's own run, and followed by that of the one that asked: one turn.
    const told = turns.filter(({ run, decision }) => decision !== null || run.outcome !== "answered");
    const fresh = told.length === 0 ? turns : told;
    this.#mode = session.mode;
    return fresh.map(({ run, decision }, index) => {
      const isWindowClosed = run.outcome === "window_closed";
      const dueTimer = run.isTimer ? { level: "" } : null;
      return {
        // The journal has it as it was decided; what became of it is less.
        decision: decision !== null && isWindowClosed ? withoutWindow(decision, { session, dueTimer }) : decision,
        isTimer: run.isTimer,
        heard: index === fresh.length - 1 ? heard : [],
        isWindowClosed,
      };
    });
  }

  /**
   * A run is one turn, together with the segments that come at once. One that asks is another one after each answer, and each
   * segment that comes later is one.
   */
  #stretchesOf(run: StoredRun, { questions }: StoredScenario): { run: StoredRun; decision: Decision | null }[] {
    const asked = questions.filter(({ runId }) => runId === run.id);
    const ended = asked.filter(({ status }) => status !== "pending");
    const before = this.#seenRuns.get(run.id);
    const mode = before?.mode ?? this.#mode;
    const decisions = run.decisions.map((one) => (one === null ? null : parseDecision(one, "scenario")));
    this.#seenRuns.set(run.id, { ended: ended.length, decided: decisions.length, mode });
    if (before?.ended === ended.length && before.decided === decisions.length) return [];
    if (run.status !== "completed" && run.status !== "waiting_confirmation" && !run.isParked)
      throw new Error(`a run ended as ${run.status}: ${run.failure ?? "no reason given"}`);
    // A step that only answers a question is reported by what follows from it.
    if (run.outcome === "recorded" || run.outcome === "confirmed") return [];
    const first = before === undefined ? [{ run, decision: decisions[0] ?? null }] : [];
    const later = before === undefined ? [] : decisions.slice(before.decided).map((decision) => ({ run, decision }));
    const after = ended.slice(before?.ended ?? 0).flatMap(({ status, segment, ...question }) => {
      const answer = ANSWERS[status];
      const decided = decisions[segment] ?? null;
      if (answer === null || decided === null) return [];
      const about = { ...question, decision: decided, mode };
      return [{ run, decision: afterAnswer(about, answer, this.#mode, this.#parts.agent) }];
    });
    return [...first, ...after, ...later];
  }
}

type StoredRun = StoredScenario["runs"][number];

interface SeenRun {
  /** How many of its questions had an end. */
  readonly ended: number;
  /** How many of its turns had decided. */
  readonly decided: number;
  readonly mode: string;
}

function isAboutToGoOn({ id, status }: StoredRun, { questions }: StoredScenario): boolean {
  const asked = questions.filter(({ runId }) => runId === id);
  const isOpen = asked.some((question) => question.status === "pending");
  return asked.length > 0 && !isOpen && ["waiting_confirmation", "queued", "running"].includes(status);
}

const ANSWERS: Readonly<Record<ConfirmationStatus, QuestionAnswer | null>> = {
  pending: null,
  approved: "approve",
  denied: "deny",
  expired: "expired",
  cancelled: null,
};

/** The part that a scenario looks at. */
function sessionOf({ session }: StoredScenario): Session {
  return {
    id: "" as Session["id"],
    agentId: "",
    version: 0,
    status: session?.status ?? "closed",
    mode: session?.mode ?? "",
    intentsVistos: [],
    templatesEnviados: [],
    datosCapturados: session?.data ?? {},
    packSeleccionado: session?.pack ?? null,
    ingestStatus: null,
    pendientes: session?.pending ?? [],
  };
}

function msOf(duration: string): number {
  const seconds = readDuration(duration);
  if (seconds === null) throw new Error(`"${duration}" is no time: write 90s, 6m, 30h or 2d`);
  return seconds * 1_000;
}
