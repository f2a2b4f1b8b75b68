import { withoutWindow } from "../../core/closed-window.ts";
import type { Session } from "../../core/session.ts";
import { readDuration } from "../../memory/duration.ts";
import type { Scenario, ScenarioStep } from "../../memory/scenario.ts";
import type { Observation, ObservedTurn, ScenarioPlayer } from "../../memory/scenario-player.ts";
import type { ScenarioDatabase, StoredScenario } from "../../postgres/scenario-database.ts";
import { parseDecision } from "../../runtime/decision-schema.ts";
import type { FullClient } from "./full-client.ts";
import type { Gate } from "./gate.ts";
import type { Mailboxes } from "./mailboxes.ts";
import { stagedFile } from "./staged-files.ts";
import { STAGE_MARK, type Staging } from "./staging-agent.ts";
import type { Timeline } from "./timeline.ts";

export interface FullParts {
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
export async function playInFull(scenario: Scenario, parts: FullParts): Promise<ScenarioPlayer> {
  const conversation = new FullConversation(parts);
  await conversation.begin(scenario);
  return {
    play: (step) => conversation.play(step, scenario.steps[scenario.steps.indexOf(step) + 1]),
  };
}

/** Longer than a row of requests ever takes: a burst leaves when it is complete. */
const BURST_MS = 30_000;

class FullConversation {
  readonly #parts: FullParts;
  readonly #seenRuns = new Set<string>();
  #events = 0;

  constructor(parts: FullParts) {
    this.#parts = parts;
  }

  async begin({ from = {} }: Scenario): Promise<void> {
    const { known, bot, ...start } = from;
    if (known !== undefined) await this.#stage({ kind: "earlier", known });
    if (Object.keys(start).length > 0 || bot === "off") await this.#stage({ kind: "start", start });
    if (bot === "off") await this.#parts.client.takeOver((await this.#read()).conversationId);
    if (this.#events > 0) await this.#observe();
  }

  async play(step: ScenarioStep, next: ScenarioStep | undefined): Promise<Observation> {
    const { client, timeline } = this.#parts;
    if (step.cutAfter !== undefined) throw new Error("cutAfter is for memory: mark the scenario with `only: memory`");
    if (step.answers !== undefined) throw new Error("answers is for memory: mark the scenario with `only: memory`");
    // What is replayed next is a webhook that Meta delivers again.
    if (next?.replay === true) await client.fault({ kind: "duplicate", updates: "messages", copies: 1, next: 1 });
    if (step.fault !== undefined) await client.fault(step.fault);
    if (step.takesOver === true) await client.takeOver((await this.#read()).conversationId);
    if (step.handsBack === true) await client.handBack((await this.#read()).conversationId);
    if (step.forced !== undefined) await this.#stage({ kind: "force", intent: step.forced });
    if (step.wait !== undefined) await timeline.sleep(msOf(step.wait));
    if (step.away !== undefined) await timeline.sleep(msOf(step.away), true);
    if (step.nightly === true) await this.#sleepOverNight();
    await this.#customerActs(step);
    return this.#observe();
  }

  async #customerActs({ says, button, sticker, media, operatorSays }: ScenarioStep): Promise<void> {
    if (says !== undefined) await this.#says(typeof says === "string" ? [says] : says);
    if (button !== undefined) await this.#act({ kind: "button_reply", id: "scenario", title: button });
    if (sticker === true) await this.#act({ kind: "sticker" });
    if (operatorSays !== undefined) await this.#act({ kind: "echo", text: operatorSays });
    if (media !== undefined) {
      const { kind, words } = media;
      const mediaId = await this.#parts.client.upload(stagedFile(media));
      await this.#act({ kind, mediaId, ...(words === undefined || kind === "audio" ? {} : { caption: words }) });
    }
  }

  #says(messages: readonly string[]): Promise<void> {
    return this.#parts.gate.through(() => this.#sayAll(messages));
  }

  async #sayAll(messages: readonly string[]): Promise<void> {
    const { client } = this.#parts;
    if (messages.length > 1) {
      // As Meta does with a burst: one webhook, all of it.
      const batch = { kind: "batch", updates: "messages", windowMs: BURST_MS, maxUpdates: messages.length };
      await client.fault({ ...batch, next: messages.length });
    }
    for (const text of messages) await client.write({ kind: "text", text });
    await this.#settle(messages.length);
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
    this.#events = mailboxes.lastSeq(phone);
    const stored = await this.#read();
    const heard = await client.hear();
    const { timer, orders, tasks, botEnabled } = stored;
    const session = sessionOf(stored);
    return {
      turns: this.#newTurns(stored, session, heard),
      session,
      timer:
        timer === null
          ? null
          : { level: timer.level, dueInSeconds: (timer.dueAt.getTime() - timeline.now().getTime()) / 1_000 },
      orders,
      tasks,
      isBotOn: botEnabled,
    };
  }

  /** What was heard is told with the last turn: the phone does not know which turn it came from. */
  #newTurns({ runs }: StoredScenario, session: Session, heard: readonly string[]): ObservedTurn[] {
    const fresh = runs.filter(({ id }) => !this.#seenRuns.has(id));
    for (const { id } of fresh) this.#seenRuns.add(id);
    const broken = fresh.find(({ status }) => status !== "completed");
    if (broken !== undefined)
      throw new Error(`a run ended as ${broken.status}: ${broken.failure ?? "no reason given"}`);
    return fresh
      .filter(({ outcome }) => outcome !== "recorded")
      .map(({ decision, isTimer, outcome }, index, turns) => {
        const isWindowClosed = outcome === "window_closed";
        const decided = decision === null ? null : parseDecision(decision, "scenario");
        const dueTimer = isTimer ? { level: "" } : null;
        return {
          // The journal has it as it was decided; what became of it is less.
          decision: decided !== null && isWindowClosed ? withoutWindow(decided, { session, dueTimer }) : decided,
          isTimer,
          heard: index === turns.length - 1 ? heard : [],
          isWindowClosed,
        };
      });
  }
}

/** As far as a scenario looks at it. */
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
