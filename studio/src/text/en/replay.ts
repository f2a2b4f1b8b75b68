import type { replay as Spanish } from "../es/replay.ts";
import type { SameTexts } from "../texts.ts";
import { screens } from "./screens.ts";

export const replay: SameTexts<typeof Spanish> = {
  title: screens.replay,
  about: "A stored conversation, replayed with another agent, engine or model. Nothing is carried out.",
  conversation: "Conversation",
  choose: "Choose a conversation",
  agent: "Agent",
  same: "The same as then",
  model: "Model",
  modelHint: "Empty: as configured",
  play: "Replay",
  empty: "Choose a conversation and see what the agent would answer to the same words today.",
  before: "As it was",
  now: "Replayed",
  same_all: "Everything was decided the same way",
  differ: (count: number, all: number) => `${count} of ${all} turns differ`,
  forgotten: (turns: number) =>
    turns === 1
      ? "1 turn is missing: its words or its decision were deleted when their retention ended. The later turns are replayed without it."
      : `${turns} turns are missing: their words or decisions were deleted when their retention ended. The later turns are replayed without them.`,
  onlyDifferences: "Only differences",
  totals: (tokens: string, cost: string) => `${tokens} tokens · ${cost}`,
  noPrice: "no price",
  silent: "No reply",
  missing: "Did not happen",
  timer: "A timer fired",
  operator: "A person",
  unnamed: "No name",
  diff_missing: "one side is missing",
  diff_intent: "intent",
  diff_mode: "mode",
  diff_templates: "templates",
  diff_texts: "texts",
  diff_effects: "effects",
  diff_signals: "timer",
  onlyOperators: "Only an operator can replay conversations.",
};
