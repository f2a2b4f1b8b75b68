/**
 * An agent that makes artifacts beside its answers (requirement F1): before it decides, its sources are fetched; after it has
 * decided, code builds the artifact from its words. A part that fails leaves the agent's answer as it was.
 */
import * as z from "zod";
import { type AnyDraft, type Artifact, artifactSchema, recordArtifact } from "../artifacts/artifact.ts";
import type { ContractName } from "../artifacts/contracts.ts";
import { detectIntent } from "../artifacts/detect-intent.ts";
import type { ExtractTable, RequestedArtifact, RequestSource } from "../artifacts/envelope.ts";
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

/** Pages that are fetched for a brief. */
const MOST_PAGES = 5;

const NOT_ENOUGH = "No encontré suficientes fuentes que pueda citar, así que no te preparo un informe con lo que hay.";

export function withArtifacts(agent: Agent, settings: Partial<ArtifactSettings> = {}): Agent {
  const all = { ...ARTIFACT_SETTINGS, ...settings };
  const { explain } = agent;
  const prepared = async (input: AgentInput) => {
    const wish = await prepare(input, all);
    return { wish, asked: wish === null ? input : { ...input, artifact: wish.requested } };
  };
  return {
    ...agent,
    async decide(input) {
      const { wish, asked } = await prepared(input);
      return finish(await agent.decide(asked), wish, input, all);
    },
    ...(explain === undefined
      ? {}
      : {
          async explain(input: AgentInput) {
            const { wish, asked } = await prepared(input);
            const explained = await explain.call(agent, asked);
            return { ...explained, decision: finish(explained.decision, wish, input, all) };
          },
        }),
  };
}

interface Wish {
  readonly requested: RequestedArtifact;
  readonly tables: readonly ExtractTable[];
  readonly lastPlan: Extract<Artifact, { artifact_type: "plan" }> | null;
  readonly route: ReturnType<typeof routeText>;
  readonly trigger: Artifact["trigger_reason"];
}

/** What the customer's words ask for, and what was fetched for it; null when they ask for no artifact. */
async function prepare(input: AgentInput, settings: ArtifactSettings): Promise<Wish | null> {
  if (input.messages.length === 0 || input.segment != null || input.forceIntent !== null) return null;
  const text = input.message;
  const route = routeText(text, input.inputClass);
  const base = { route, tables: [], lastPlan: null };
  if (settings.contracts.includes("plan") && revisionConfidence(text) >= settings.threshold) {
    const lastPlan = await readLastPlan(input);
    const trigger = { explicit_request: true, matched_phrases: [], structural_signals: ["revision"], tie_break: null };
    if (lastPlan !== null) return { ...base, lastPlan, trigger, requested: { contract: "plan", sources: [] } };
  }
  // A document is looked for only where the words would ask for it.
  const mayExtract = detectIntent({ text, route, hasDocument: true }, settings).intent === "doc_extract";
  const documents = mayExtract && settings.contracts.includes("doc_extract") ? await readDocuments(input) : null;
  const asked = { text, route, hasDocument: documents !== null };
  const intent = detectIntent(asked, settings);
  const gated = gateIntent(intent, asked, settings);
  if (gated.kind === "nothing") return null;
  const { trigger } = intent;
  switch (gated.contract) {
    case "research_brief":
      return { ...base, trigger, requested: { contract: "research_brief", sources: await readPages(input) } };
    case "doc_extract":
      if (documents === null) return null;
      return {
        ...base,
        trigger,
        tables: documents.tables,
        requested: { contract: "doc_extract", sources: documents.sources },
      };
    case "plan":
      return { ...base, trigger, requested: { contract: "plan", sources: [] } };
  }
}

/** The agent's decision with the artifact that its words make; as it was when they make none. */
function finish(decision: Decision, wish: Wish | null, input: AgentInput, settings: ArtifactSettings): Decision {
  if (wish === null || decision.handoff !== null || decision.startsAnew === true) return decision;
  try {
    const answer = decision.messages.flatMap(({ text }) => (text === undefined ? [] : [text])).join("\n");
    const draft = build(wish, answer, input, settings);
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
    return artifact === null ? plainly(decision, wish, settings) : carrying(decision, artifact);
  } catch (thrown) {
    return { ...decision, why: [...decision.why, noArtifact(thrown)] };
  }
}

function noArtifact(thrown: unknown): string {
  return `no artifact: ${thrown instanceof Error ? thrown.message : "unknown"}`;
}

function build({ requested, tables, lastPlan }: Wish, answer: string, input: AgentInput, settings: ArtifactSettings) {
  const drafts: Record<ContractName, () => AnyDraft | null> = {
    research_brief: () => {
      const sources = requested.sources.flatMap(({ url, ...source }) => (url === null ? [] : [{ ...source, url }]));
      return draftOf(makeResearchBrief({ answer: readCitedText(answer), sources }, settings.minSources));
    },
    doc_extract: () => {
      const cited = readCitedText(answer);
      const chunks = requested.sources.map(({ id, documentId, ref, text }) => ({ id, documentId, ref, text }));
      const isCited = cited.some(({ citations }) => citations.length > 0);
      return draftOf(makeDocExtract({ question: input.message, answer: isCited ? cited : null, chunks, tables }));
    },
    plan: () => {
      if (lastPlan === null) return draftOf(makePlan(input.message, answer));
      const age = { now: input.now, maxAgeMinutes: settings.planRevisionMaxAgeMinutes };
      return revisePlan(input.message, lastPlan, age) ?? draftOf(makePlan(input.message, answer));
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
function plainly(decision: Decision, wish: Wish, settings: ArtifactSettings): Decision {
  const messages = decision.messages.map((message) =>
    message.text === undefined ? message : { ...message, text: withoutMarkers(message.text) || message.text },
  );
  const tells = settings.tellsWhenNotMade && wish.requested.contract === "research_brief" && messages.length < 10;
  return tells
    ? { ...decision, messages: [...messages, { text: NOT_ENOUGH, templateId: null }] }
    : { ...decision, messages };
}

const found = z.object({ results: z.array(z.object({ url: z.string(), title: z.string() })) });
const page = z.object({
  url: z.url(),
  title: z.string().nullable(),
  parts: z.array(z.object({ text: z.string() })),
});

/** The pages of a search that could be fetched; none when there is no search, or it is down. */
async function readPages({ tools, message }: AgentInput): Promise<RequestSource[]> {
  const search = await tools.read("web.search", { query: message.slice(0, 400), limit: 8 });
  const listed = found.safeParse(search.ok ? search.output : null);
  if (!listed.success) return [];
  const urls = [...new Set(listed.data.results.map(({ url }) => url))].slice(0, MOST_PAGES);
  const pages = await Promise.all(
    urls.map(async (url) => {
      const read = await tools.read("web.read", { url });
      return page.safeParse(read.ok ? read.output : null).data ?? null;
    }),
  );
  return pages
    .filter((one) => one !== null)
    .map(({ url, title, parts }, at) => ({
      ...{ id: `S${at + 1}`, url, title: title ?? url, documentId: "", ref: "" },
      text: parts.map(({ text }) => text).join("\n"),
    }));
}

const passages = z.object({
  passages: z.array(
    z.object({ documentId: z.string(), title: z.string().nullable(), reference: z.string(), text: z.string() }),
  ),
  documents: z.array(z.object({ documentId: z.string(), status: z.string() })),
  tables: z.array(
    z.object({
      documentId: z.string(),
      reference: z.string(),
      rows: z.array(z.array(z.string())),
      isLayoutGuessed: z.boolean(),
    }),
  ),
});

/** The passages and tables of the documents that were read; null when there is none. */
async function readDocuments({ tools, message }: AgentInput) {
  const read = await tools.read("document_search", { text: message.slice(0, 1_000), withTables: true });
  const parsed = passages.safeParse(read.ok ? read.output : null);
  if (!parsed.success || !parsed.data.documents.some(({ status }) => status === "read")) return null;
  return {
    tables: parsed.data.tables.map(({ reference: ref, ...table }): ExtractTable => ({ ...table, ref })),
    sources: parsed.data.passages.map(
      ({ documentId, title, reference, text }, at): RequestSource => ({
        ...{ id: `S${at + 1}`, url: null, title: title ?? "", documentId, ref: reference, text },
      }),
    ),
  };
}

const lastArtifact = z.object({ artifact: artifactSchema.nullable() });

async function readLastPlan({ tools }: AgentInput) {
  const read = await tools.read("artifact_last", { type: "plan" });
  const parsed = lastArtifact.safeParse(read.ok ? read.output : null);
  const artifact = parsed.success ? parsed.data.artifact : null;
  return artifact?.artifact_type === "plan" ? artifact : null;
}
