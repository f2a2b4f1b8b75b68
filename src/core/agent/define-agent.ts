import * as z from "zod";
import { RecadoError } from "../errors.ts";
import { TEMPLATE_CATEGORIES, templateContent } from "../outbound/outbound-content.ts";
import { SessionEnd } from "../time/session-end.ts";
import type { Agent } from "./agent.ts";

const WORDS = ["id", "name", "description", "version", "initialMode"] as const;

function memoryFaults(memory: unknown): string[] {
  return memory === undefined || memory === "always" || memory === "on_request"
    ? []
    : ['- "memory" must be "always" or "on_request"'];
}

function sessionEndFaults(sessionEnd: unknown): string[] {
  if (sessionEnd === undefined || SessionEnd.safeParse(sessionEnd).success) return [];
  return ['- "sessionEnd" must be an hour of the night (0 to 23, or null for never) and 1 to 720 quiet hours'];
}

const templates = z.array(
  z.object({
    name: templateContent.shape.name,
    language: templateContent.shape.language,
    category: z.enum(TEMPLATE_CATEGORIES),
    variables: z.int().min(0).max(20),
  }),
);

function messageTemplateFaults(given: unknown): string[] {
  if (given === undefined || templates.safeParse(given).success) return [];
  return ['- "messageTemplates" must be a list of { name, language, category, variables }, as Meta has approved them'];
}

function areNames(models: unknown): boolean {
  return Array.isArray(models) && models.every((name) => typeof name === "string" && name.trim() !== "");
}

/**
 * Checks an agent whose `decide` is code of your own, and returns it as it is.
 *
 * @throws RecadoError `agent_invalid`, with a sentence for each fault.
 */
export function defineAgent<Own extends Agent>(agent: Own): Own {
  const faults = [
    ...WORDS.filter((name) => typeof agent[name] !== "string" || agent[name].trim() === "").map(
      (name) => `- "${name}" must be a text`,
    ),
    ...(typeof agent.decide === "function" ? [] : ['- "decide" must be a function']),
    ...(typeof agent.texts?.fallback === "string"
      ? []
      : ['- "texts" must hold the words that are said without an answer']),
    ...(areNames(agent.models ?? []) ? [] : ['- "models" must be names of models']),
    ...messageTemplateFaults(agent.messageTemplates),
    ...sessionEndFaults(agent.sessionEnd),
    ...memoryFaults(agent.memory),
  ];
  if (faults.length === 0) return agent;
  throw new RecadoError("agent_invalid", `The agent cannot work:\n${faults.join("\n")}`);
}
