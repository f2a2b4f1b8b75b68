/**
 * An agent that makes artifacts beside its answers (requirement F1): before it decides, its sources are fetched; after it has
 * decided, code builds the artifact from its words or from a model's. A part that fails leaves the agent's answer as it was.
 */
import * as z from "zod";
import type { Artifact } from "../artifacts/artifact.ts";
import { readCitedText, withoutMarkers } from "../artifacts/read-cited-text.ts";
import { type ArtifactSettings, artifactSettings } from "../artifacts/settings.ts";
import { storedText } from "../stored-text.ts";
import type { Agent, AgentInput, DecidedMessage, Decision } from "./agent.ts";
import { isWorthAsking, makeArtifact, saidArtifact } from "./make-artifact.ts";
import { type ArtifactToMake, type ArtifactWish, prepareArtifact } from "./prepare-artifact.ts";
import { writeArtifact } from "./write-artifact.ts";

/** The segment in which a request comes back when its document was still to be read. */
const WAITS = "artifact.document";
const MOST_WAITS = 6;
const FIRST_WAIT_MS = 2_000;

export function withArtifacts(agent: Agent, settings: Partial<ArtifactSettings> = {}): Agent {
  const all = artifactSettings(settings);
  const { explain } = agent;
  const around = async <Answer extends { readonly decision: Decision }>(
    given: AgentInput,
    ask: (input: AgentInput) => Promise<Answer>,
  ): Promise<Answer> => {
    const { input, waits } = takenUp(given);
    const wish = asksNothing(input) ? null : await prepareArtifact(input, all);
    const answered = await ask(wish?.kind === "make" ? { ...input, artifact: wish.requested } : input);
    return wish === null
      ? answered
      : { ...answered, decision: await finish(answered.decision, wish, { input, all, waits }) };
  };
  return {
    ...agent,
    prepare() {
      agent.prepare?.();
      all.requests?.prepare?.();
    },
    decide: async (input) => (await around(input, async (asked) => ({ decision: await agent.decide(asked) }))).decision,
    ...(explain === undefined
      ? {}
      : { explain: (input: AgentInput) => around(input, async (asked) => explain.call(agent, asked)) }),
  };
}

const waitState = z.object({ text: z.string(), waits: z.int() });

/** The words of a request that waited for its document, as if they were said now. */
function takenUp(input: AgentInput): { input: AgentInput; waits: number } {
  const state = input.segment?.key === WAITS ? waitState.safeParse(input.segment.state).data : undefined;
  if (state === undefined) return { input, waits: 0 };
  const { text, waits } = state;
  return { input: { ...input, message: text, messages: [text], media: ["document"], segment: null }, waits };
}

/** Without words, in the middle of something else, or beside an intent that the runtime gives, nothing is asked for. */
function asksNothing({ messages, segment, forceIntent }: AgentInput): boolean {
  return messages.length === 0 || segment != null || forceIntent !== null;
}

interface Around {
  readonly input: AgentInput;
  readonly all: ArtifactSettings;
  /** How often the request has waited for its document. */
  readonly waits: number;
}

/** The agent's decision with what its words ask for; as it was when that is nothing, or when the agent does something itself. */
async function finish(decision: Decision, wish: ArtifactWish, around: Around): Promise<Decision> {
  if (acts(decision)) return decision;
  switch (wish.kind) {
    case "wait":
      return waiting(decision, around);
    case "say":
      return saying(decision, [wish.sentence], "the document cannot be read");
    case "make":
      return making(decision, wish, around);
  }
}

/** What it does is said in its own words. */
function acts({ handoff, startsAnew, tools, reminders = [], next = null, forgets }: Decision): boolean {
  return (
    handoff !== null ||
    startsAnew === true ||
    tools.length > 0 ||
    reminders.length > 0 ||
    next !== null ||
    forgets !== undefined
  );
}

function waiting(decision: Decision, { input, all: { texts }, waits }: Around): Decision {
  if (waits >= MOST_WAITS) return saying(decision, [texts.notRead], "the document was not read in time");
  const at = new Date(input.now.getTime() + FIRST_WAIT_MS * 2 ** waits);
  const said = saying(decision, waits === 0 ? [texts.reading] : [], "the document is still to be read");
  return { ...said, next: { key: WAITS, at, state: { text: storedText(input.message, 8_000), waits: waits + 1 } } };
}

function saying(decision: Decision, texts: readonly string[], why: string): Decision {
  const messages = texts.map((text): DecidedMessage => ({ text, templateId: null }));
  return { ...decision, messages, why: [...decision.why, why] };
}

async function making(decision: Decision, wish: ArtifactToMake, { input, all }: Around): Promise<Decision> {
  const text = decision.messages.flatMap((message) => (message.text === undefined ? [] : [message.text])).join("\n");
  const written = all.asksModel && isWorthAsking(wish, all) ? await writeArtifact(input, wish.requested) : null;
  const made = makeArtifact(wish, written ?? { text, cited: readCitedText(text) }, { asked: input, settings: all });
  if (made.kind === "made") return carrying(decision, made.artifact);
  return made.reason === null ? plainly(decision, wish, all) : { ...decision, why: [...decision.why, made.reason] };
}

/** The artifact is said in the place of the words that it was made from. */
function carrying(decision: Decision, artifact: Artifact): Decision {
  const others = decision.messages.filter(({ text }) => text === undefined);
  const why = [...decision.why, `artifact ${artifact.artifact_type} (${artifact.confidence})`];
  return { ...decision, messages: [...saidArtifact(artifact), ...others].slice(0, 10), artifacts: [artifact], why };
}

/** The markers of sources mean nothing without their list. */
function plainly(decision: Decision, { requested }: ArtifactToMake, settings: ArtifactSettings): Decision {
  const messages = decision.messages.map((message) =>
    message.text === undefined ? message : { ...message, text: withoutMarkers(message.text) || message.text },
  );
  const tells = settings.tellsWhenNotMade && requested.contract === "research_brief" && messages.length < 10;
  return tells
    ? { ...decision, messages: [...messages, { text: settings.texts.notEnough, templateId: null }] }
    : { ...decision, messages };
}
