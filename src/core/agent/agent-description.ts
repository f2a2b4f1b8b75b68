import type { EffectKind, ToolModule } from "../ports/tools.ts";
import type { RiskLevel } from "../tools/tool-call.ts";

/** What an agent is, for people who look at it. It decides nothing by it. */
export interface AgentDescription {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The newest; what a new run is decided by. */
  readonly version: string;
  /** All that are here, the newest first: a run that has begun keeps to its own. */
  readonly versions: readonly string[];
  readonly initialMode: string;
  /** The files that it wants to be understood. */
  readonly understands: readonly string[];
  /** What its own engines answer with, by hash; null where it has none. */
  readonly localModel: string | null;
  /** What it may ask for. */
  readonly tools: readonly DescribedTool[];
  /** The rest of this process: to ask for them is denied. */
  readonly withheld: readonly WithheldTool[];
  /** Null: it decides by code of its own. */
  readonly flow: FlowDescription | null;
}

export interface DescribedTool {
  readonly name: string;
  readonly module: ToolModule;
  readonly kind: EffectKind;
  readonly risk: RiskLevel;
  readonly description: string;
  /** Names of the rules that judge a call of it. */
  readonly rules: readonly string[];
}

/** `of_nobody`: no agent may have it, whatever it was given. */
export type WithheldTool = Pick<DescribedTool, "name" | "module" | "description" | "kind" | "risk"> & {
  readonly why: "not_granted" | "of_nobody";
};

export interface FlowDescription {
  readonly modes: readonly {
    readonly name: string;
    readonly stage: string;
    /** What must be true before it is entered. */
    readonly gates: readonly string[];
    readonly next: readonly string[];
  }[];
  readonly intents: readonly {
    readonly name: string;
    readonly effect: string;
    readonly pack: string | null;
    readonly label: string | null;
    /** Acted upon from this confidence on; null: by the bands. */
    readonly actFrom: number | null;
    readonly examples: readonly string[];
    /** Phrases that its classifier was trained on. */
    readonly trainedOn: number;
    readonly templates: readonly {
      readonly id: string;
      readonly visit: string;
      readonly order: number;
      readonly priority: string;
      readonly text: string;
    }[];
  }[];
  readonly fields: readonly { readonly name: string; readonly label: string; readonly isCritical: boolean }[];
  readonly packs: readonly { readonly id: string; readonly name: string; readonly price: number }[];
  readonly timers: readonly {
    readonly level: string;
    readonly action: string;
    readonly seconds: Readonly<Record<string, number>>;
  }[];
  /** Confidences, 0 to 100. */
  readonly thresholds: {
    readonly act: number;
    readonly reanalyse: number;
    readonly clarify: number;
    readonly lowConfidenceHandoff: number | null;
  };
  readonly engine: string;
  /** A strong model answers what the templates do not, where there is one. */
  readonly hasOrchestrator: boolean;
}
