/**
 * An agent that makes artifacts beside its answers (requirement F1): before it decides, its sources are fetched; after it has
 * decided, code builds the artifact from its words or from a model's. A part that fails leaves the agent's answer as it was.
 */
import * as z from "zod";
import { type AnyDraft, type Artifact, recordArtifact } from "../artifacts/artifact.ts";
import type { ContractName } from "../artifacts/contracts.ts";
import { detectIntent } from "../artifacts/detect-intent.ts";
import type { ExtractTable, RequestedArtifact } from "../artifacts/envelope.ts";
import { gateIntent } from "../artifacts/gate-intent.ts";
import { makeDocExtract } from "../artifacts/make-doc-extract.ts";
import { makePlan } from "../artifacts/make-plan.ts";
import { makeResearchBrief } from "../artifacts/make-research-brief.ts";
import { readCitedText, withoutMarkers } from "../artifacts/read-cited-text.ts";
import { renderArtifact } from "../artifacts/render-artifact.ts";
import { revisePlan, revisionConfidence } from "../artifacts/revise-plan.ts";
import { routeText } from "../artifacts/route-text.ts";
import { ARTIFACT_SETTINGS, type ArtifactSettings } from "../artifacts/settings.ts";
import type { Agent, AgentInput, DecidedMessage, Decision } from "./agent.ts";
import { readDocuments, readLastPlan, readPages } from "./artifact-sources.ts";
import { type WrittenAnswer, writeArtifact } from "./write-artifact.ts";

const NOT_ENOUGH = "No encontré suficientes fuentes que pueda citar, así que no te preparo un informe con lo que hay.";
const READING = "Estoy leyendo tu documento, ya te cuento 📄";
const NOT_READ = "No alcancé a leer tu documento. ¿Me lo envías otra vez, por favor?";

/** The segment in which a request comes back when its document was still to be read. */
const WAITS = "artifact.document";
const MOST_WAITS = 6;
const FIRST_WAIT_MS = 2_000;

export function withArtifacts(agent: Agent, settings: Partial<ArtifactSettings> = {}): Agent {
  const all = { ...ARTIFACT_SETTINGS, ...settings };
  const { explain } = agent;
  const around = async <Answer extends { readonly decision: Decision }>(
    given: AgentInput,
    ask: (input: AgentInput) => Promise<Answer>,
  ): Promise<Answer> => {
    const { input, waits } = takenUp(given);
    const wish = await prepare(input, all);
    const answered = await ask(wish?.kind === "make" ? { ...input, artifact: wish.requested } : input);
    return wish === null
      ? answered
      : { ...answered, decision: await finish(answered.decision, wish, { input, all, waits }) };
  };
  return {
    ...agent,
    decide: async (input) => (await around(input, async (asked) => ({ decision: await agent.decide(asked) }))).decision,
    ...(explain === undefined
      ? {}
      : { explain: (input: AgentInput) => around(input, async (asked) => explain.call(agent, asked)) }),
  };
}

type Trigger = Artifact["trigger_reason"];

type Wish =
  | { readonly kind: "wait" }
  | { readonly kind: "say"; readonly sentence: string }
  | {
      readonly kind: "make";
      readonly requested: RequestedArtifact;
      readonly tables: readonly ExtractTable[];
      readonly lastPlan: Extract<Artifact, { artifact_type: "plan" }> | null;
      readonly route: ReturnType<typeof routeText>;
      readonly trigger: Trigger;
    };

const waitState = z.object({ text: z.string(), waits: z.int() });

/** The words of a request that waited for its document, as if they were said now. */
function takenUp(input: AgentInput): { input: AgentInput; waits: number } {
  const state = input.segment?.key === WAITS ? waitState.safeParse(input.segment.state).data : undefined;
  if (state === undefined) return { input, waits: 0 };
  const { text, waits } = state;
  return { input: { ...input, message: text, messages: [text], media: ["document"], segment: null }, waits };
}

/** What the customer's words ask for, and what was fetched for it; null when they ask for no artifact. */
async function prepare(input: AgentInput, settings: ArtifactSettings): Promise<Wish | null> {
  if (input.messages.length === 0 || input.segment != null || input.forceIntent !== null) return null;
  const text = input.message;
  const route = routeText(text, input.inputClass);
  const made = { kind: "make", route, tables: [], lastPlan: null } as const;
  if (settings.contracts.includes("plan") && revisionConfidence(text) >= settings.threshold) {
    const lastPlan = await readLastPlan(input);
    const trigger = { explicit_request: true, matched_phrases: [], structural_signals: ["revision"], tie_break: null };
    if (lastPlan !== null) return { ...made, lastPlan, trigger, requested: { contract: "plan", sources: [] } };
  }
  // A document is looked for only where the words would ask for it.
  const mayExtract = detectIntent({ text, route, hasDocument: true }, settings).intent === "doc_extract";
  const looks = mayExtract && settings.contracts.includes("doc_extract");
  const documents = looks ? await readDocuments(input) : ({ kind: "none" } as const);
  if (documents.kind === "waiting") return { kind: "wait" };
  if (documents.kind === "unreadable") return { kind: "say", sentence: documents.sentence };
  const asked = { text, route, hasDocument: documents.kind === "read" };
  const intent = detectIntent(asked, settings);
  const gated = gateIntent(intent, asked, settings);
  if (gated.kind === "nothing") return null;
  const { trigger } = intent;
  switch (gated.contract) {
    case "research_brief":
      return { ...made, trigger, requested: await readPages(input) };
    case "doc_extract": {
      if (documents.kind !== "read") return null;
      const { tables, sources } = documents;
      return { ...made, trigger, tables, requested: { contract: "doc_extract", sources } };
    }
    case "plan":
      return { ...made, trigger, requested: { contract: "plan", sources: [] } };
  }
}

interface Around {
  readonly input: AgentInput;
  readonly all: ArtifactSettings;
  /** How often the request has waited for its document. */
  readonly waits: number;
}

/** The agent's decision with what its words ask for; as it was when that is nothing, or when the agent does something itself. */
async function finish(decision: Decision, wish: Wish, around: Around): Promise<Decision> {
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

function waiting(decision: Decision, { input, waits }: Around): Decision {
  if (waits >= MOST_WAITS) return saying(decision, [NOT_READ], "the document was not read in time");
  const at = new Date(input.now.getTime() + FIRST_WAIT_MS * 2 ** waits);
  const said = saying(decision, waits === 0 ? [READING] : [], "the document is still to be read");
  return { ...said, next: { key: WAITS, at, state: { text: input.message.slice(0, 8_000), waits: waits + 1 } } };
}

function saying(decision: Decision, texts: readonly string[], why: string): Decision {
  const messages = texts.map((text): DecidedMessage => ({ text, templateId: null }));
  return { ...decision, messages, why: [...decision.why, why] };
}

type Making = Extract<Wish, { kind: "make" }>;

async function making(decision: Decision, wish: Making, { input, all }: Around): Promise<Decision> {
  const text = decision.messages.flatMap((message) => (message.text === undefined ? [] : [message.text])).join("\n");
  const written = all.asksModel && isWorthAsking(wish, all) ? await writeArtifact(input, wish.requested) : null;
  try {
    const draft = build(wish, written ?? { text, cited: readCitedText(text) }, input, all);
    const artifact =
      draft === null
        ? null
        : recordArtifact(draft, {
            sessionId: input.session.id,
            turnKey: `${input.session.id}:${input.turnNumber}`,
            query: input.message,
            route: wish.route.route,
            trigger: wish.trigger,
            now: input.now,
          });
    return artifact === null ? plainly(decision, wish, all) : carrying(decision, artifact);
  } catch (thrown) {
    return {
      ...decision,
      why: [...decision.why, `no artifact: ${thrown instanceof Error ? thrown.message : "unknown"}`],
    };
  }
}

/** Not where the artifact cannot be made whatever is written, and not for a plan that only gets a limit. */
function isWorthAsking({ requested, lastPlan }: Making, { minSources }: ArtifactSettings): boolean {
  if (requested.contract === "plan") return lastPlan === null;
  return requested.sources.length >= (requested.contract === "research_brief" ? minSources : 1);
}

function build(
  { requested, tables, lastPlan }: Making,
  { text, cited }: WrittenAnswer,
  input: AgentInput,
  settings: ArtifactSettings,
) {
  const drafts: Record<ContractName, () => AnyDraft | null> = {
    research_brief: () => {
      const sources = requested.sources.flatMap(({ url, ...source }) => (url === null ? [] : [{ ...source, url }]));
      return draftOf(makeResearchBrief({ answer: cited, sources }, settings.minSources));
    },
    doc_extract: () => {
      const chunks = requested.sources.map(({ id, documentId, ref, text: said }) => ({
        id,
        documentId,
        ref,
        text: said,
      }));
      const isCited = cited.some(({ citations }) => citations.length > 0);
      return draftOf(makeDocExtract({ question: input.message, answer: isCited ? cited : null, chunks, tables }));
    },
    plan: () => {
      if (lastPlan === null) return draftOf(makePlan(input.message, text));
      const age = { now: input.now, maxAgeMinutes: settings.planRevisionMaxAgeMinutes };
      return revisePlan(input.message, lastPlan, age) ?? draftOf(makePlan(input.message, text));
    },
  };
  return drafts[requested.contract]();
}

type Made<Draft> = { readonly kind: "made"; readonly draft: Draft } | { readonly kind: "not_made" };

function draftOf<Draft>(made: Made<Draft>): Draft | null {
  return made.kind === "made" ? made.draft : null;
}

/** The artifact is said in the place of the words that it was made from. */
function carrying(decision: Decision, artifact: Artifact): Decision {
  const others = decision.messages.filter(({ text }) => text === undefined);
  const said = renderArtifact(artifact).map((text): DecidedMessage => ({ text, templateId: null }));
  const why = [...decision.why, `artifact ${artifact.artifact_type} (${artifact.confidence})`];
  return { ...decision, messages: [...said, ...others].slice(0, 10), artifacts: [artifact], why };
}

/** The markers of sources mean nothing without their list. */
function plainly(decision: Decision, { requested }: Making, settings: ArtifactSettings): Decision {
  const messages = decision.messages.map((message) =>
    message.text === undefined ? message : { ...message, text: withoutMarkers(message.text) || message.text },
  );
  const tells = settings.tellsWhenNotMade && requested.contract === "research_brief" && messages.length < 10;
  return tells
    ? { ...decision, messages: [...messages, { text: NOT_ENOUGH, templateId: null }] }
    : { ...decision, messages };
}
