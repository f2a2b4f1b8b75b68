import type { Sandbox, SandboxSettings } from "../../core/answers/lab/sandbox.ts";
import type { SandboxTurn } from "../../core/answers/lab/sandbox-turn.ts";
import { RecadoError } from "../../core/errors.ts";
import type { SandboxAct, SandboxState, SettingsChange } from "../../core/ports/lab/sandbox.ts";
import type { SandboxPlace } from "../../core/ports/lab/sandbox-places.ts";
import { describeDuration } from "../memory/duration.ts";
import { playStep } from "../memory/play-in-memory.ts";
import type { SandboxConversation } from "../memory/sandbox-conversation.ts";
import type { QuestionAnswer, SandboxQuestion } from "../memory/sandbox-question.ts";
import type { ScenarioStep } from "../memory/scenario.ts";
import type { ObservedTurn } from "../memory/scenario-player.ts";
import type { StartingPoint } from "../memory/starting-point.ts";
import { readStateEdit } from "./check-state.ts";
import { describeTurns } from "./describe-turns.ts";
import type { SandboxConditions, SandboxDependencies } from "./equip-agent.ts";
import { changed, type KeptAct, type KeptSandbox, type Milestone } from "./kept-sandbox.ts";
import { questionNamed, tappedQuestion } from "./meant-question.ts";
import { SandboxEngine } from "./sandbox-engine.ts";
import { SandboxLines } from "./sandbox-lines.ts";
import { lineOf, mergeWaits, startingPointOf, stepOf } from "./sandbox-steps.ts";
import { type SandboxIdentity, viewSandbox } from "./view-sandbox.ts";

/** A conversation to try an agent in is shorter. Each turn keeps where it stood, so memory is bounded. */
export const MOST_TURNS = 200;

/** One conversation in which a person tries an agent out. Its calls come one after the other. */
export class SandboxSession {
  readonly identity: SandboxIdentity;
  name: string | null = null;
  #settings: SandboxSettings;
  #start: StartingPoint = {};
  readonly #dependencies: SandboxDependencies;
  #engine: SandboxEngine;
  #lines = this.#openLines([]);
  #turns: SandboxTurn[] = [];
  #acts: KeptAct[] = [];
  #milestones: Milestone[];
  /**
   * Where it stood before the customer's last words, and which they were; null where something else
   * came after.
   */
  #beforeWords: { readonly milestone: Milestone; readonly turns: number; readonly words: readonly string[] } | null =
    null;
  /** Where its tools write when it is live. */
  #place: SandboxPlace | null = null;
  /** The caller sets them before each act. */
  conditions: SandboxConditions = { crmAgentsEnabled: true, live: null };
  #crash: SandboxTurn["crash"] = null;
  /** Until when real time has been let pass. */
  #tickedMs: number;

  constructor(
    identity: SandboxIdentity,
    dependencies: SandboxDependencies,
    kept: KeptSandbox | SandboxSettings,
    nowMs: number,
  ) {
    this.identity = identity;
    this.#dependencies = dependencies;
    this.#tickedMs = nowMs;
    this.#settings = "settings" in kept ? kept.settings : kept;
    this.#engine = this.#newEngine(nowMs);
    this.#milestones = [this.#milestone()];
    if ("settings" in kept) this.#restore(kept);
  }

  /** Time has passed meanwhile; whole seconds of it count, so that a scenario can say it. */
  async letTimePass(nowMs: number): Promise<void> {
    await this.#heedLiveAnswers();
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
      case "button":
        return this.#tap(act.title);
      case "answer":
        return this.#answer(act.decision, act.question);
      default:
        return this.#play(stepOf(act));
    }
  }

  get place(): SandboxPlace | null {
    return this.#place;
  }

  /** From the next call on its tools write there; null: nowhere. */
  writeInto(place: SandboxPlace | null): void {
    if ((place === null) === (this.#place === null)) return;
    this.#place = place;
    this.#lines.note("live", place === null ? "off" : "on");
  }

  configure(change: SettingsChange): void {
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
    this.#lines.note("edited", Object.keys(state).join(", "));
    this.#beginScenarioHere();
  }

  /**
   * What was done before does not lead here in the words of a scenario: it begins with where this
   * stands.
   */
  #beginScenarioHere(): void {
    this.#start = startingPointOf(this.#conversation.snapshot(), this.#conversation.session());
    this.#acts = [];
    this.#beforeWords = null;
  }

  reset(nowMs: number): void {
    this.#start = {};
    this.#place = null;
    this.#lines = this.#openLines([]);
    this.#turns = [];
    this.#acts = [];
    this.#beforeWords = null;
    this.#tickedMs = nowMs;
    this.#engine = this.#newEngine(nowMs);
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

  view(): Sandbox {
    return viewSandbox(this.#conversation, {
      ...{ identity: this.identity, name: this.name, settings: this.#settings, place: this.#place },
      ...{ lines: this.#lines.all(), turns: this.#turns, used: this.#engine.used() },
      ...{ tokenLimit: this.#dependencies.tokenLimit, secondsToFire: this.#secondsToFire() },
    });
  }

  #restore({ start, lines, turns, acts, milestones, now }: KeptSandbox): void {
    this.#start = start;
    this.#lines = this.#openLines(lines.slice(0, now.lines));
    this.#turns = [...turns];
    this.#acts = acts.slice(0, now.acts);
    this.#milestones = [...milestones];
    this.#goOnFrom(now);
  }

  #kept(now: Milestone): KeptSandbox {
    return {
      ...{
        settings: this.#settings,
        start: this.#start,
        lines: this.#lines.all(),
        turns: this.#turns,
        acts: this.#acts,
      },
      ...{ milestones: this.#milestones, now },
    };
  }

  #newEngine(nowMs: number): SandboxEngine {
    return new SandboxEngine(
      {
        agent: this.identity.agent,
        dependencies: this.#dependencies,
        settings: () => this.#settings,
        conditions: () => this.conditions,
      },
      nowMs,
    );
  }

  get #conversation(): SandboxConversation {
    return this.#engine.conversation;
  }

  #goOnFrom({ snapshot, used }: Milestone): void {
    this.#engine.goOnFrom(snapshot, used);
    this.#beforeWords = null;
  }

  #milestone(): Milestone {
    const { length: lines } = this.#lines;
    return { snapshot: this.#conversation.snapshot(), lines, acts: this.#acts.length, used: this.#engine.used() };
  }

  #secondsToFire(): number | null {
    const firesAt = this.#conversation.firesAt();
    return firesAt === null
      ? null
      : Math.max(0, Math.ceil((firesAt.getTime() - this.#conversation.now().getTime()) / 1_000));
  }

  async #forwardToTimer(): Promise<void> {
    const seconds = this.#secondsToFire();
    if (seconds === null)
      throw new RecadoError("request_invalid", "No timer is armed: there is none to go forward to.");
    await this.#wait(seconds, true);
  }

  async #wait(seconds: number, isTold: boolean): Promise<void> {
    const step = { wait: describeDuration(seconds) };
    const turns = await this.#run((conversation) => playStep(conversation, step, this.identity.agent));
    if (isTold || turns.length > 0) this.#lines.note("time", String(seconds));
    const last = this.#acts.at(-1);
    const isMore = last?.step.wait !== undefined && last.fired === 0 && turns.length === 0;
    this.#keep(isMore ? mergeWaits(this.#acts.pop(), seconds) : { step, fired: turns.length });
    this.#record(turns, "timer", []);
    if (turns.length > 0) this.#beforeWords = null;
  }

  async #say(text: string, heard: number | undefined): Promise<void> {
    const cut = heard === undefined ? null : this.#cutBlock(heard);
    // What was done in the CRM was done: only a turn that did nothing there can be taken back.
    const hasActed = this.#turns.at(-1)?.tools.some(({ isDryRun }) => !isDryRun) ?? false;
    const merged = !hasActed && heard === 0 && cut !== null && cut.length > 0 ? this.#takeBack() : null;
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
    if (turn !== undefined && cut.length > 0) this.#lines.cutBlock(turn.number, heard);
    return cut;
  }

  /**
   * Nothing of the answer had left: that turn never was, and its words are said together with the
   * new ones (A30).
   */
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

  /** The webhook comes twice: the same message under the same id, by the same door. */
  async #again(): Promise<void> {
    const last = this.#lines.lastMessage();
    if (last?.messageId == null)
      throw new RecadoError(
        "request_invalid",
        "The customer has written nothing yet: there is nothing to deliver twice.",
      );
    this.#lines.take(last, last.messageId);
    this.#keep({ step: { replay: true }, fired: 0 });
  }

  #openLines(lines: KeptSandbox["lines"]): SandboxLines {
    return new SandboxLines(lines, () => this.#conversation.now());
  }

  async #answer(decision: "approve" | "deny", id: string | undefined): Promise<void> {
    await this.#settle(questionNamed(this.#conversation.questions(), id), decision);
  }

  async #tap(title: string): Promise<void> {
    const tapped = tappedQuestion(this.#conversation.questions(), this.#lines.lastBy("bot"), title);
    if (tapped === null) return this.#play({ button: title });
    this.#lines.take({ kind: "button", text: title }, `wamid.SANDBOX.${this.identity.id}.${this.#lines.length}`);
    await this.#settle(tapped.asked, tapped.decision);
  }

  /** A question that was answered in the shop's own CRM goes on here at once. */
  async #heedLiveAnswers(): Promise<void> {
    const { live } = this.conditions;
    if (live === null) return;
    for (const asked of this.#conversation.questions()) {
      if (asked.liveRunId === undefined) continue;
      const answer = await live.crm.answerTo(asked.liveRunId, live.by);
      if (answer !== null) await this.#settle(asked, answer);
    }
  }

  async #settle(asked: SandboxQuestion, answer: QuestionAnswer): Promise<void> {
    const open = this.#conversation.questions();
    const number = open.findIndex(({ id }) => id === asked.id) + 1;
    const isNewest = number === open.length;
    const turn = await this.#run((conversation) => conversation.answer(asked, answer));
    if (answer !== "expired") this.#lines.note(answer === "approve" ? "approved" : "denied", asked.tool);
    this.#record([turn], "customer", [], asked.question);
    this.#beforeWords = null;
    // A scenario has no CRM that asks a second time: a yes is what the answer before it came to.
    if (asked.liveRunId !== undefined && answer === "approve") return;
    if (asked.liveRunId !== undefined || answer === "expired") return this.#beginScenarioHere();
    this.#keep({ step: { answers: { decision: answer, ...(isNewest ? {} : { question: number }) } }, fired: 0 });
  }

  /** What is done may kill the engine, once it was told to die. */
  #run<Result>(work: (conversation: SandboxConversation) => Promise<Result>): Promise<Result> {
    return this.#engine.run(work, (crash) => {
      this.#settings = { ...this.#settings, killsNextTurn: false };
      this.#crash = { ...crash, fromTurn: this.#turns.length };
      this.#lines.note("killed", "");
    });
  }

  async #play(
    step: ScenarioStep,
    words?: { text: string; interrupted: readonly string[]; cause: string },
  ): Promise<void> {
    const line = lineOf(step, words?.text);
    if (line?.by === "customer") this.#lines.take(line, `wamid.SANDBOX.${this.identity.id}.${this.#lines.length}`);
    else if (line !== null) this.#lines.add(line.by, line.kind, line.text);
    const turns = await this.#run((conversation) => playStep(conversation, step, this.identity.agent));
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
    const calls = this.#engine.takeCalls();
    const crash = this.#crash;
    this.#crash = null;
    this.#turns.push(
      ...describeTurns(observed, {
        ...{ cause, text, calls, crash, interrupted, first: this.#turns.length + 1 },
        ...{ lines: this.#lines, now: this.#conversation.now(), responseSpeed: this.#settings.responseSpeed },
      }),
    );
    this.#obeySwitches();
    while (this.#milestones.length <= this.#turns.length) this.#milestones.push(this.#milestone());
  }

  #obeySwitches(): void {
    if (!this.#settings.areTimersOn) this.#conversation.dropTimer();
  }
}
