import type { prompts as Spanish } from "../es/prompts.ts";
import type { SameTexts } from "../texts.ts";

export const prompts: SameTexts<typeof Spanish> = {
  noneTitle: "No agent has instructions that can be changed",
  noneText: "Agents that ask a language model have them.",
  which: "Agent and part",
  title: (agent, part) => `${agent}: ${part}`,
  versions: "Versions",
  version: (version) => `Version ${version}`,
  inUse: "in use",
  waits: "waits for an owner's approval",
  approvedBy: (who) => `approved by ${who}`,
  approve: "Approve and use",
  use: "Go back to this one",
  own: "The agent's own instructions",
  back: "Go back to its own",
  backToOwn: "The agent's own instructions hold from the next turn on.",
  inUseNow: (version) => `Version ${version} holds from the next turn on.`,
  difference: (used) => `What changes against ${used === null ? "the agent's own" : `version ${used}`}`,
  read: "Read them",
  propose: "Propose a change",
  proposeTitle: "Propose a version",
  proposed: "Proposed. It holds once an owner approves it.",
  words: "Instructions",
  wordsHint: "No customer reads them. Nothing uses them before an owner approves them.",
};
