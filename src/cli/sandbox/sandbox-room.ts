import type { Agent } from "../../core/agent.ts";
import { RecadoError } from "../../core/errors.ts";
import { humanDelayMs, typingMs } from "../../core/human-delay.ts";
import type { UnsaidMessage } from "../../core/outbox.ts";
import type { SandboxAct, SandboxChange, SandboxState } from "../../core/ports/sandbox.ts";
import type { LineKind, SandboxLine, SandboxSettings, SandboxTurn, SandboxView } from "../../core/sandbox-view.ts";
import { SETTLE_MS } from "../../core/timer-policy.ts";
import { describeDuration, readDuration } from "../../memory/duration.ts";
import { playStep } from "../../memory/play-in-memory.ts";
import { createSandboxConversation, type SandboxConversation } from "../../memory/sandbox-conversation.ts";
import type { SandboxSnapshot } from "../../memory/sandbox-snapshot.ts";
import type { ScenarioStep } from "../../memory/scenario.ts";
import type { ObservedTurn } from "../../memory/scenario-player.ts";
import type { StartingPoint } from "../../memory/starting-point.ts";
import { readStateEdit } from "./check-state.ts";
import { describeTurn } from "./describe-turn.ts";
import { changed, type KeptAct, type KeptSandbox, type Milestone } from "./kept-sandbox.ts";
import { openMind, type SandboxParts } from "./sandbox-mind.ts";

/** Longer than anybody tries something out; each turn keeps where it stood. */
export const MOST_TURNS = 200;

interface Identity {
  readonly id: string;
  readonly agent: Agent;
  readonly createdAt: Date;
}

/** One conversation that somebody tries an agent in. Its calls come one after the other. */
export class SandboxRoom {
  readonly identity: Identity;
  readonly #parts: SandboxParts;
  name: string | null = null;
  #settings: SandboxSettings;
  #start: StartingPoint = {};
  #conversation: SandboxConversation;
  #mind: ReturnType<typeof openMind>;
  #lines: SandboxLine[] = [];
  #turns: SandboxTurn[] = [];
  #acts: KeptAct[] = [];
  #milestones: Milestone[];
  /** Where it stood before the customer's last words, and which they were; null where something else came after. */
  #beforeWords: { readonly milestone: Milestone; readonly turns: number; readonly words: readonly string[] } | null =
    null;
  /** Until when real time has been let pass. */
  #tickedMs: number;

  constructor(identity: Identity, parts: SandboxParts, kept: KeptSandbox | SandboxSettings, nowMs: number) {
    this.identity = identity;
    this.#parts = parts;
    this.#tickedMs = nowMs;
    this.#settings = "settings" in kept ? kept.settings : kept;
    this.#mind = this.#openMind({});
    this.#conversation = this.#open({}, null, nowMs);
    this.#milestones = [this.#milestone()];
    if ("settings" in kept) this.#restore(kept);
  }

  /** Time has passed meanwhile; whole seconds of it count, so that a scenario can say it. */
  async letTimePass(nowMs: number): Promise<void> {
    const seconds = Math.floor((nowMs - this.#tickedMs) / 1_000);
    if (!this.#settings.isClockRunning) {
      this.#tickedMs = nowMs;
    } else if (seconds > 0) {
      this.#tickedMs += seconds * 1_000;
      await this.#wait(seconds, false);
    }
  }

  async act(act: SandboxAct): Promise<void> {
    if (this.#turns.length >= MOST_TURNS) {
      throw new RecadoError(
        "request_invalid",
        `A sandbox has at most ${MOST_TURNS} turns: reset it, or fork it from an earlier one.`,
      );
    }
    switch (act.kind) {
      case "forward":
        return this.#wait(act.seconds, true);
      case "next_timer":
        return this.#forwardToTimer();
      case "text":
        return this.#say(act.text, act.heard);
      case "duplicate":
        return this.#again();
      default:
        return this.#play(stepOf(act));
    }
  }

  configure(change: SandboxChange): void {
    const before = this.#settings;
    this.#settings = changed(before, change);
    this.#conversation.setPreset(this.#settings.timerPreset);
    this.#obeySwitches();
    const { engine, isModelDown } = this.#settings;
    if (engine === before.engine && isModelDown === before.isModelDown) return;
    this.#goOnFrom(this.#milestone());
  }

  editState(state: SandboxState): void {
    this.#conversation.edit(
      readStateEdit(this.identity.agent, state, this.#conversation.session(), this.#conversation.now()),
    );
    this.#note("edited", Object.keys(state).join(", "));
    // What was done before no longer leads here: a scenario begins with what was written.
    this.#start = startingPointOf(this.#conversation.snapshot());
    this.#acts = [];
    this.#beforeWords = null;
  }

  reset(nowMs: number): void {
    this.#start = {};
    this.#lines = [];
    this.#turns = [];
    this.#acts = [];
    this.#beforeWords = null;
    this.#tickedMs = nowMs;
    this.#mind = this.#openMind({});
    this.#conversation = this.#open({}, null, nowMs);
    this.#milestones = [this.#milestone()];
  }

  /** All of it as it stood after a turn. */
  keptAt(turn: number): KeptSandbox | null {
    const now = this.#milestones[turn];
    if (now === undefined) return null;
    return { ...this.#kept(now), turns: this.#turns.slice(0, turn), milestones: this.#milestones.slice(0, turn + 1) };
  }

  kept(): KeptSandbox {
    return this.#kept(this.#milestone());
  }

  view(): SandboxView {
    const conversation = this.#conversation;
    const { agentId: _, ...session } = conversation.session();
    const { id, agent, createdAt } = this.identity;
    const now = conversation.now();
    const timer = conversation.timer();
    return {
      ...this.#settings,
      ...{ id, name: this.name, createdAt, now, crm: "dry-run", conversationId: null },
      agent: { id: agent.id, name: agent.name, version: agent.version },
      lines: this.#lines,
      turns: this.#turns,
      session,
      knownData: conversation.snapshot().known,
      isBotOn: conversation.isBotOn(),
      timer: timer === null ? null : { ...timer, remainingSeconds: this.#secondsToFire() ?? 0 },
      orders: conversation.orders().map(({ purchaseKey: __, ...order }) => order),
      tasks: conversation.tasks(),
      tokens: this.#tokens(),
    };
  }

  #restore({ start, lines, turns, acts, milestones, now }: KeptSandbox): void {
    this.#start = start;
    this.#lines = lines.slice(0, now.lines);
    this.#turns = [...turns];
    this.#acts = acts.slice(0, now.acts);
    this.#milestones = [...milestones];
    this.#goOnFrom(now);
  }

  #kept(now: Milestone): KeptSandbox {
    return {
      ...{ settings: this.#settings, start: this.#start, lines: this.#lines, turns: this.#turns, acts: this.#acts },
      ...{ milestones: this.#milestones, now },
    };
  }

  #openMind(used: Readonly<Record<string, number>>): ReturnType<typeof openMind> {
    const { engine, isModelDown } = this.#settings;
    return openMind(this.identity.agent, this.#parts, { engine, isModelDown, used });
  }

  /** Every scenario begins at ten in the morning; so does this, today, so that the nights fall alike. */
  #open(start: StartingPoint, from: SandboxSnapshot | null, nowMs = 0): SandboxConversation {
    return createSandboxConversation(this.identity.agent, start, {
      ...this.#mind.surroundings,
      preset: this.#settings.timerPreset,
      startMs: tenInTheMorning(nowMs),
      ...(from === null ? {} : { from }),
    });
  }

  #goOnFrom({ snapshot, used }: Milestone): void {
    this.#mind = this.#openMind(used);
    this.#conversation = this.#open({}, snapshot);
    this.#beforeWords = null;
  }

  #milestone(): Milestone {
    const { length: lines } = this.#lines;
    return { snapshot: this.#conversation.snapshot(), lines, acts: this.#acts.length, used: this.#mind.used() };
  }

  #secondsToFire(): number | null {
    const timer = this.#conversation.timer();
    if (timer === null) return null;
    const fireMs = timer.dueAt.getTime() + SETTLE_MS[this.#settings.timerPreset];
    return Math.max(0, Math.ceil((fireMs - this.#conversation.now().getTime()) / 1_000));
  }

  async #forwardToTimer(): Promise<void> {
    const seconds = this.#secondsToFire();
    if (seconds === null)
      throw new RecadoError("request_invalid", "No timer is armed: there is none to go forward to.");
    await this.#wait(seconds, true);
  }

  async #wait(seconds: number, isTold: boolean): Promise<void> {
    const step = { wait: describeDuration(seconds) };
    const turns = await playStep(this.#conversation, step, this.identity.agent);
    if (isTold || turns.length > 0) this.#note("time", String(seconds));
    const last = this.#acts.at(-1);
    const isMore = last?.step.wait !== undefined && last.fired === 0 && turns.length === 0;
    this.#keep(isMore ? mergeWaits(this.#acts.pop(), seconds) : { step, fired: turns.length });
    this.#record(turns, "timer", []);
    if (turns.length > 0) this.#beforeWords = null;
  }

  async #say(text: string, heard: number | undefined): Promise<void> {
    const cut = heard === undefined ? null : this.#cutBlock(heard);
    const merged = heard === 0 && cut !== null && cut.length > 0 ? this.#takeBack() : null;
    if (merged !== null) {
      await this.#playWords([...merged, text], {}, cut ?? []);
    } else if (heard !== undefined && cut !== null && cut.length > 0) {
      await this.#playWords([text], { cutAfter: heard }, cut);
    } else {
      await this.#playWords([text], {}, []);
    }
  }

  /** The texts that had not arrived. */
  #cutBlock(heard: number): string[] {
    const turn = this.#turns.at(-1);
    const cut = turn === undefined ? [] : turn.heard.slice(heard);
    if (cut.length > 0) {
      const lost = new Set(this.#lines.filter(({ by, turn: of }) => by === "bot" && of === turn?.number).slice(heard));
      this.#lines = this.#lines.filter((line) => !lost.has(line));
    }
    return cut;
  }

  /** Nothing of the answer had left: that turn never was, and its words are said together with the new ones (A30). */
  #takeBack(): readonly string[] | null {
    const before = this.#beforeWords;
    if (before === null) return null;
    const now = this.#conversation.now();
    this.#turns = this.#turns.slice(0, before.turns);
    this.#milestones = this.#milestones.slice(0, before.turns + 1);
    this.#acts = this.#acts.slice(0, before.milestone.acts);
    this.#goOnFrom({ ...before.milestone, snapshot: { ...before.milestone.snapshot, now } });
    return before.words;
  }

  async #playWords(
    words: readonly string[],
    how: Pick<ScenarioStep, "cutAfter">,
    interrupted: readonly string[],
  ): Promise<void> {
    const milestone = this.#milestone();
    const turns = this.#turns.length;
    const said = words.at(-1) ?? "";
    await this.#play(
      { says: words.length === 1 ? said : words, ...how },
      { text: said, interrupted, cause: words.join("\n") },
    );
    this.#beforeWords = { milestone, turns, words };
  }

  async #again(): Promise<void> {
    await playStep(this.#conversation, { replay: true }, this.identity.agent);
    this.#mind.takeCalls();
    this.#note("duplicate", "");
    this.#keep({ step: { replay: true }, fired: 0 });
  }

  async #play(
    step: ScenarioStep,
    words?: { text: string; interrupted: readonly string[]; cause: string },
  ): Promise<void> {
    const line = lineOf(step, words?.text);
    if (line !== null) this.#line(line.by, line.kind, line.text);
    const turns = await playStep(this.#conversation, step, this.identity.agent);
    this.#keep({ step, fired: 0 });
    const cause = step.forced === undefined ? "customer" : "forced";
    this.#record(turns, cause, words?.interrupted ?? [], words?.cause ?? line?.text ?? "");
    this.#beforeWords = null;
  }

  #keep(act: KeptAct): void {
    this.#acts.push(act);
  }

  #record(
    observed: readonly ObservedTurn[],
    cause: SandboxTurn["cause"]["kind"],
    interrupted: readonly string[],
    text = "",
  ): void {
    const calls = this.#mind.takeCalls();
    for (const [index, one] of observed.entries()) {
      const level = one.how?.input.dueTimer?.level;
      const turn = describeTurn(one, {
        number: this.#turns.length + 1,
        cause: level === undefined ? { kind: cause, text } : { kind: "timer", text: level },
        calls: index === observed.length - 1 ? calls : [],
        interrupted,
      });
      if (turn === null) continue;
      if (level !== undefined) this.#line("system", "timer", level, turn);
      this.#turns.push(turn);
      for (const message of one.how?.said ?? []) this.#lines.push(this.#botLine(message, turn));
    }
    this.#obeySwitches();
    while (this.#milestones.length <= this.#turns.length) this.#milestones.push(this.#milestone());
  }

  #obeySwitches(): void {
    if (!this.#settings.areTimersOn) this.#conversation.dropTimer();
  }

  #botLine({ content, templateId }: UnsaidMessage, turn: SandboxTurn): SandboxLine {
    const heard = "body" in content ? content.body : "";
    const speed = this.#settings.responseSpeed;
    return {
      ...{ by: "bot", kind: "text", text: heard, at: turn.at, turn: turn.number, templateId },
      typingMs: "body" in content ? humanDelayMs(heard, speed) : typingMs(content, speed),
      buttons: content.type === "buttons" ? content.buttons.map(({ title }) => title) : [],
    };
  }

  #note(kind: LineKind, text: string): void {
    this.#line("system", kind, text);
  }

  #line(by: SandboxLine["by"], kind: LineKind, text: string, turn?: SandboxTurn): void {
    const at = turn?.at ?? this.#conversation.now();
    this.#lines.push({ by, kind, text, at, turn: turn?.number ?? null, typingMs: 0, templateId: null, buttons: [] });
  }

  #tokens(): SandboxView["tokens"] {
    const byModel = new Map<string, { model: string; calls: number; inputTokens: number; outputTokens: number }>();
    for (const { model, inputTokens, outputTokens } of this.#turns.flatMap(({ calls }) => calls)) {
      const sum = byModel.get(model) ?? { model, calls: 0, inputTokens: 0, outputTokens: 0 };
      byModel.set(model, {
        model,
        calls: sum.calls + 1,
        inputTokens: sum.inputTokens + inputTokens,
        outputTokens: sum.outputTokens + outputTokens,
      });
    }
    const used = this.#mind.used()[this.#conversation.session().id] ?? 0;
    return { used, limit: this.#parts.tokenLimit, byModel: [...byModel.values()] };
  }
}

function mergeWaits(act: KeptAct | undefined, seconds: number): KeptAct {
  const before = act?.step.wait === undefined ? 0 : (readDuration(act.step.wait) ?? 0);
  return { step: { wait: describeDuration(before + seconds) }, fired: 0 };
}

/** Ten in the morning in Bogotá, which has no summer time. */
function tenInTheMorning(nowMs: number): number {
  const day = new Date(nowMs);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 15);
}

type Played = Exclude<SandboxAct, { readonly kind: "text" | "forward" | "next_timer" | "duplicate" }>;

function stepOf(act: Played): ScenarioStep {
  switch (act.kind) {
    case "button":
      return { button: act.title };
    case "sticker":
      return { sticker: true };
    case "file": {
      const { medium, words, shows } = act;
      return {
        media: {
          kind: medium,
          ...(words === undefined || words === "" ? {} : { words }),
          ...(shows === undefined
            ? {}
            : { shows: { class: shows.class, ...(shows.text === undefined ? {} : { text: shows.text }) } }),
        },
      };
    }
    case "night":
      return { nightly: true };
    case "forced":
      return { forced: act.intent };
    case "operator_says":
      return { operatorSays: act.text };
    case "takeover":
      return { takesOver: true };
    case "handback":
      return { handsBack: true };
  }
}

/** How a step is shown in the chat. */
function lineOf(step: ScenarioStep, said: string | undefined): Pick<SandboxLine, "by" | "kind" | "text"> | null {
  if (said !== undefined) return { by: "customer", kind: "text", text: said };
  if (step.button !== undefined) return { by: "customer", kind: "button", text: step.button };
  if (step.sticker === true) return { by: "customer", kind: "sticker", text: "" };
  if (step.media !== undefined) return { by: "customer", kind: step.media.kind, text: step.media.words ?? "" };
  if (step.operatorSays !== undefined) return { by: "operator", kind: "text", text: step.operatorSays };
  if (step.forced !== undefined) return { by: "system", kind: "forced", text: step.forced };
  if (step.takesOver === true) return { by: "system", kind: "takeover", text: "" };
  if (step.handsBack === true) return { by: "system", kind: "handback", text: "" };
  return step.nightly === true ? { by: "system", kind: "night", text: "" } : null;
}

/** Where it stands, in the words of a scenario file. */
function startingPointOf({ session, known, isBotOn, history, timer, now }: SandboxSnapshot): StartingPoint {
  const said = history
    .filter(({ role }) => role === "assistant")
    .slice(-3)
    .map(({ content }) => content);
  const { datosCapturados, packSeleccionado, intentsVistos, templatesEnviados, pendientes } = session;
  return {
    mode: session.mode,
    ...(Object.keys(datosCapturados).length === 0 ? {} : { data: datosCapturados }),
    ...(packSeleccionado === null ? {} : { pack: packSeleccionado }),
    ...(intentsVistos.length === 0 ? {} : { intents: intentsVistos.map(({ intent }) => intent) }),
    ...(templatesEnviados.length === 0 ? {} : { sent: templatesEnviados }),
    ...(pendientes.length === 0 ? {} : { pending: pendientes }),
    ...(said.length === 0 ? {} : { said }),
    ...(Object.keys(known).length === 0 ? {} : { known }),
    ...(timer === null
      ? {}
      : {
          armed: {
            level: timer.level,
            inSeconds: Math.max(1, Math.round((timer.dueAt.getTime() - now.getTime()) / 1_000)),
          },
        }),
    ...(isBotOn ? {} : { bot: "off" as const }),
  };
}
