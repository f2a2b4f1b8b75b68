import type { Agent } from "../../core/agent/agent.ts";
import { redactSeen } from "../../core/agent/redact-seen.ts";
import type { Understanding, UnderstoodFile } from "../../core/inbound/understanding.ts";
import type { ScenarioMedia } from "./scenario.ts";

/** What a scenario's file says when it is transcribed or looked at. */
export function understandingOf({ kind, words, shows }: ScenarioMedia): Understanding {
  if (kind === "audio" && words !== undefined) return { kind: "heard", text: words };
  if (kind === "audio" || shows === undefined) return { kind: "not_understood", reason: "empty" };
  return redactSeen({
    kind: "seen",
    pictureClass: shows.class,
    extractedText: shows.text ?? "",
    responseText: "",
    toolIntentDetected: false,
  });
}

/**
 * The files as the runtime tells them to the agent. An agent that does not ask for a kind to be
 * understood hears only that a file of it came.
 */
export function understoodOf(media: ScenarioMedia, { understands = [] }: Agent): UnderstoodFile[] {
  const medium = understands.find((one) => one === media.kind);
  if (medium === undefined) return [];
  const caption = media.kind === "audio" ? null : (media.words ?? null);
  return [{ medium, caption, understanding: understandingOf(media) }];
}
