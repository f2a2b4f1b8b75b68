import type {
  Sandbox as SandboxAnswer,
  SandboxChoices,
  SavedSandbox,
} from "../../../../src/core/answers/lab/sandbox.ts";
import type { Wire } from "../../../../src/core/answers/wire.ts";
import { setAnswer } from "../../api/cache.ts";
import { request } from "../../api/request.ts";
import { createStored } from "../../stored.ts";

export const PATH = "/internal/agent/sandboxes";
export const SAVED = "/internal/agent/sandbox-sessions";

/** The server's answers, typed by the schemas that produce them. The browser gets none of their code. */
export type Sandbox = Wire<SandboxAnswer>;
export type Line = Sandbox["lines"][number];
export type Turn = Sandbox["turns"][number];
export type Choices = Wire<SandboxChoices>;
export type Saved = Wire<SavedSandbox>;

/** The panels of this browser, by id, and the agent that was tried last. */
export const openPanels = createStored("recado.sandboxes", (text) => text ?? "");
export const lastAgent = createStored("recado.sandbox.agent", (text) => text ?? "");

const pathOf = (id: string): string => `${PATH}/${id}`;

/** The newest settings sent for each sandbox; the promise ends when the server has taken them. */
const settingsSent = new Map<string, Promise<unknown>>();

/** Every change of a sandbox answers with the whole sandbox. What is done waits for the settings chosen before it. */
export async function change(id: string, method: "POST" | "PATCH", what: string, body?: unknown): Promise<Sandbox> {
  const before = settingsSent.get(id) ?? Promise.resolve();
  const send = () => request<Sandbox>(method, `${pathOf(id)}/${what}`, body === undefined ? {} : { body });
  const sent = before.then(send, send);
  if (method === "PATCH") settingsSent.set(id, sent);
  const after = await sent;
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
