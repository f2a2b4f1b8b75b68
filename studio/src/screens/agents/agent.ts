import type { Risk } from "../../ui/risk.tsx";

export interface Mode {
  readonly name: string;
  readonly stage: string;
  readonly gates: readonly string[];
  readonly next: readonly string[];
}

export interface Intent {
  readonly name: string;
  readonly effect: string;
  readonly pack: string | null;
  readonly examples: readonly string[];
  readonly trainedOn: number;
  readonly templates: readonly {
    readonly id: string;
    readonly visit: string;
    readonly order: number;
    readonly priority: string;
    readonly text: string;
  }[];
}

export interface Flow {
  readonly modes: readonly Mode[];
  readonly intents: readonly Intent[];
  readonly fields: readonly { readonly name: string; readonly label: string; readonly isCritical: boolean }[];
  readonly packs: readonly { readonly id: string; readonly name: string; readonly price: number }[];
  readonly timers: readonly {
    readonly level: string;
    readonly action: string;
    readonly seconds: Readonly<Record<string, number>>;
  }[];
  readonly thresholds: {
    readonly act: number;
    readonly reanalyse: number;
    readonly clarify: number;
    readonly lowConfidenceHandoff: number | null;
  };
  readonly engine: string;
  readonly hasOrchestrator: boolean;
}

export interface Tool {
  readonly name: string;
  readonly module: string;
  readonly description: string;
  readonly kind: string;
  readonly risk: Risk;
  readonly rules: readonly string[];
}

/** As `GET /internal/agent/agents/:id` has it. */
export interface Agent {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly versions: readonly string[];
  readonly initialMode: string;
  readonly tools: readonly Tool[];
  readonly withheld: readonly (Omit<Tool, "rules"> & { readonly why: "not_granted" | "of_nobody" })[];
  readonly flow: Flow | null;
}
