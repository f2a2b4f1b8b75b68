import type { Agent } from "../../core/agent/agent.ts";
import type { SandboxSettings } from "../../core/answers/lab/sandbox.ts";
import type { SandboxModelCall, SandboxTurn } from "../../core/answers/lab/sandbox-turn.ts";
import { isModelStep } from "../../runtime/model-step.ts";
import { type DeadAttempt, EngineKilled } from "../memory/engine-killed.ts";
import { createSandboxConversation, type SandboxConversation } from "../memory/sandbox-conversation.ts";
import type { SandboxSnapshot } from "../memory/sandbox-snapshot.ts";
import { type EquippedAgent, equipAgent, type SandboxConditions, type SandboxDependencies } from "./equip-agent.ts";
import { tenInTheMorning } from "./sandbox-steps.ts";

interface EngineOptions {
  readonly agent: Agent;
  readonly dependencies: SandboxDependencies;
  /** The settings of this moment. */
  readonly settings: () => SandboxSettings;
  readonly conditions: () => SandboxConditions;
}

/**
 * The conversation of a sandbox with its agent's model and tools. It can be killed in a turn, and
 * another takes its place.
 */
export class SandboxEngine {
  readonly #options: EngineOptions;
  #equipped: EquippedAgent;
  #conversation: SandboxConversation;

  /**
   * Every scenario begins at ten in the morning; so does this, today, so that the nights fall
   * alike.
   */
  constructor(options: EngineOptions, nowMs: number) {
    this.#options = options;
    this.#equipped = this.#equip({});
    this.#conversation = this.#open({ startMs: tenInTheMorning(nowMs) });
  }

  get conversation(): SandboxConversation {
    return this.#conversation;
  }

  /** Tokens by session. */
  used(): Readonly<Record<string, number>> {
    return this.#equipped.used();
  }

  takeCalls(): SandboxModelCall[] {
    return this.#equipped.takeCalls();
  }

  goOnFrom(snapshot: SandboxSnapshot, used: Readonly<Record<string, number>>): void {
    this.#equipped = this.#equip(used);
    this.#conversation = this.#open({ from: snapshot });
  }

  /**
   * Has the conversation do something. Killed in the middle of it, it is gone with all that it had
   * in hand; another is built from a copy of where it stood before, and does the same again.
   * `killed` is told before that.
   */
  async run<Result>(
    work: (conversation: SandboxConversation) => Promise<Result>,
    killed: (crash: Omit<NonNullable<SandboxTurn["crash"]>, "fromTurn">) => void,
  ): Promise<Result> {
    const before = this.#options.settings().killsNextTurn ? structuredClone(this.#conversation.snapshot()) : null;
    try {
      return await work(this.#conversation);
    } catch (thrown) {
      if (!(thrown instanceof EngineKilled) || before === null) throw thrown;
      const { attempt, tools } = thrown;
      const asked = this.#equipped.takeCalls();
      killed({ tools, modelAnswers: attempt.journal.filter(isModelStep).length });
      // What models took was paid all the same.
      this.#equipped = this.#equip(this.#equipped.used());
      this.#equipped.hadAsked(asked);
      this.#conversation = this.#open({ from: before, resumes: attempt });
      return work(this.#conversation);
    }
  }

  #equip(used: Readonly<Record<string, number>>): EquippedAgent {
    const { agent, dependencies, settings, conditions } = this.#options;
    const { engine, isModelDown } = settings();
    return equipAgent(agent, dependencies, { engine, isModelDown, used, conditions });
  }

  #open(from: {
    readonly startMs?: number;
    readonly from?: SandboxSnapshot;
    readonly resumes?: DeadAttempt;
  }): SandboxConversation {
    const { agent, settings } = this.#options;
    const isKilledNow = () => settings().killsNextTurn;
    return createSandboxConversation(
      agent,
      {},
      { ...this.#equipped.dependencies, preset: settings().timerPreset, isKilledNow, ...from },
    );
  }
}
