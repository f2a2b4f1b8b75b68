import type { AgentInput, DecidedToolCall } from "../../core/agent/agent.ts";
import type { Session } from "../../core/agent/session.ts";
import type { Medium } from "../../core/inbound/content.ts";
import type { InputClass } from "../../core/inbound/input-class.ts";
import type { UnderstoodFile } from "../../core/inbound/understanding.ts";
import type { Asked } from "../../core/ports/turn-model.ts";
import type { TimerPreset } from "../../core/time/timer-policy.ts";
import type { ReadYesNo } from "../../core/turn/read-answers.ts";
import type { SandboxOrder } from "./sandbox-effects.ts";
import type { SandboxModel } from "./sandbox-model.ts";
import type { QuestionAnswer, SandboxQuestion } from "./sandbox-question.ts";
import type { SandboxSnapshot } from "./sandbox-snapshot.ts";
import type { SandboxToolResult } from "./turn-how.ts";

export interface SandboxSurroundings {
  readonly preset?: TimerPreset;
  /** What the agent may ask; without it, nobody. */
  readonly model?: SandboxModel | null;
  /** Each turn tells how it came about (`ObservedTurn.how`). */
  readonly explains?: boolean;
  /** When it begins. */
  readonly startMs?: number;
  /** Goes on from there, in the place of the starting point. */
  readonly from?: SandboxSnapshot;
  /** What a tool says to a call of a decision; what is not ok is not carried out; null: it has nothing to say. Without it all is carried out. */
  readonly askTool?: (call: DecidedToolCall, asking: AskingTurn) => Promise<SandboxToolResult | null>;
  /** Where a tool wants a yes the turn waits for it, and this reads the customer's. Absent: it does not wait. */
  readonly readYesNo?: ReadYesNo;
  /** A question is answered, or nobody did in time: what counts, which somebody may have decided elsewhere. Absent: what was answered. */
  readonly onAnswer?: (asked: SandboxQuestion, answer: QuestionAnswer) => Promise<QuestionAnswer>;
  /** Journaled answers of models to the first turn: an attempt before this one had asked for them. */
  readonly journal?: Map<string, Asked>;
  /** True: the engine dies in this turn, after its tools were called and before anything of it is kept. */
  readonly isKilledNow?: () => boolean;
}

export interface AskingTurn {
  readonly input: AgentInput;
  readonly orders: readonly SandboxOrder[];
  /** Somebody has said yes to exactly this call. */
  readonly isApproved: boolean;
}

/** What may be changed by hand. */
export interface SandboxEdit {
  readonly session?: Partial<
    Pick<
      Session,
      "mode" | "status" | "datosCapturados" | "packSeleccionado" | "intentsVistos" | "templatesEnviados" | "pendientes"
    >
  >;
  readonly known?: Readonly<Record<string, string>>;
  readonly isBotOn?: boolean;
}

export interface HeardOtherwise {
  readonly inputClass?: InputClass;
  readonly media?: readonly Medium[];
  readonly understood?: readonly UnderstoodFile[];
}
