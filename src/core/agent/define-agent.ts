import { RecadoError } from "../errors.ts";
import type { Agent } from "./agent.ts";

const WORDS = ["id", "name", "description", "version", "initialMode"] as const;

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
  ];
  if (faults.length === 0) return agent;
  throw new RecadoError("agent_invalid", `The agent cannot work:\n${faults.join("\n")}`);
}
