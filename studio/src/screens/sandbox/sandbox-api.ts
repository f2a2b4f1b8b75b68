import { setAnswer } from "../../api/cache.ts";
import { request } from "../../api/request.ts";
import { createStored } from "../../stored.ts";

export const PATH = "/internal/agent/sandboxes";
export const SAVED = "/internal/agent/sandbox-sessions";

export interface Line {
  readonly kind: string;
  readonly by: "customer" | "bot" | "operator" | "system";
  readonly text: string;
  readonly at: string;
  readonly turn: number | null;
  readonly typingMs: number;
  readonly isDuplicate: boolean;
  readonly buttons: readonly string[];
}

interface Intent {
  readonly intent: string;
  readonly confidence: number;
  readonly alternatives: readonly { readonly intent: string; readonly confidence: number }[];
  readonly reasoning: string;
  readonly engine?: string;
}

export interface Turn {
  readonly number: number;
  readonly cause: { readonly kind: string; readonly text: string };
  readonly inputClass: string;
  readonly intent: Intent | null;
  readonly mode: { readonly before: string; readonly after: string };
  readonly pipeline: readonly { readonly step: string; readonly status: string; readonly notes: readonly string[] }[];
  readonly block: Readonly<Record<"asked" | "selected" | "filtered" | "sent" | "pending", readonly string[]>> | null;
  readonly tools: readonly {
    readonly tool: string;
    readonly input: unknown;
    readonly result: "ok" | "denied" | "error" | "confirm" | "unknown";
    readonly output: unknown;
    readonly rule: string | null;
    readonly isDryRun: boolean;
    readonly runId: string | null;
  }[];
  readonly calls: readonly {
    readonly purpose: string;
    readonly prompt: string;
    readonly model: string;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly fault: string | null;
  }[];
  readonly heard: readonly string[];
  readonly crash: {
    readonly tools: readonly string[];
    readonly modelAnswers: number;
    readonly fromTurn: number;
  } | null;
  readonly interrupted: readonly string[];
  readonly pending: readonly string[];
  readonly why: readonly string[];
}

export interface Sandbox {
  readonly id: string;
  readonly name: string | null;
  readonly agent: { readonly id: string; readonly name: string; readonly version: string };
  readonly responseSpeed: number;
  readonly timerPreset: string;
  readonly areTimersOn: boolean;
  readonly isClockRunning: boolean;
  readonly engine: string;
  readonly isModelDown: boolean;
  readonly killsNextTurn: boolean;
  readonly crm: "dry-run" | "live";
  readonly conversationId: string | null;
  /** The open questions, the oldest first. */
  readonly questions: readonly {
    readonly id: string;
    readonly tool: string;
    readonly input: unknown;
    readonly question: string;
    readonly audience: "customer" | "operator";
    readonly reason: string;
  }[];
  readonly now: string;
  readonly lines: readonly Line[];
  readonly turns: readonly Turn[];
  readonly session: {
    readonly mode: string;
    readonly status: string;
    readonly datosCapturados: Readonly<Record<string, string>>;
    readonly packSeleccionado: string | null;
    readonly intentsVistos: readonly { readonly intent: string }[];
    readonly templatesEnviados: readonly string[];
    readonly pendientes: readonly string[];
    readonly ingestStatus: {
      readonly active: boolean;
      readonly timerType: string | null;
      readonly fieldsAccumulated: readonly string[];
      readonly timeline: readonly {
        readonly message: string;
        readonly classification: string;
        readonly confidence: number;
        readonly fieldsExtracted: readonly string[];
      }[];
    } | null;
  };
  readonly knownData: Readonly<Record<string, string>>;
  readonly isBotOn: boolean;
  readonly timer: { readonly level: string; readonly remainingSeconds: number } | null;
  readonly orders: readonly {
    readonly pack: string | null;
    readonly total: number;
    readonly status: string;
    readonly source: string;
  }[];
  readonly tasks: readonly { readonly title: string; readonly priority: string }[];
  readonly tokens: {
    readonly used: number;
    readonly limit: number;
    readonly byModel: readonly {
      readonly model: string;
      readonly calls: number;
      readonly inputTokens: number;
      readonly outputTokens: number;
    }[];
  };
}

export interface Choices {
  readonly agents: readonly { readonly id: string; readonly name: string; readonly version: string }[];
  readonly engines: readonly string[];
  readonly listens: boolean;
}

export interface Saved {
  readonly id: string;
  readonly name: string;
  readonly agent: string;
  readonly mode: string;
  readonly turns: number;
  readonly savedAt: string;
}

/** The panels of this browser, by id, and the agent that was tried last. */
export const openPanels = createStored("recado.sandboxes", (text) => text ?? "");
export const lastAgent = createStored("recado.sandbox.agent", (text) => text ?? "");

const pathOf = (id: string): string => `${PATH}/${id}`;

/** Every change of a sandbox answers with the whole sandbox. */
export async function change(id: string, method: "POST" | "PATCH", what: string, body?: unknown): Promise<Sandbox> {
  const after = await request<Sandbox>(method, `${pathOf(id)}/${what}`, body === undefined ? {} : { body });
  if (after.id === id) setAnswer(pathOf(id), after);
  return after;
}

export const act = (id: string, body: unknown): Promise<Sandbox> => change(id, "POST", "acts", body);

export async function create(agent: string, engine?: string): Promise<Sandbox> {
  lastAgent.set(agent);
  return request<Sandbox>("POST", PATH, { body: { agent, ...(engine === undefined ? {} : { engine }) } });
}

export async function scenarioOf(id: string): Promise<string> {
  const response = await fetch(`${pathOf(id)}/scenario`, { credentials: "same-origin" });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.text();
}
