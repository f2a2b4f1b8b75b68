import * as z from "zod";
import { artifactSchema } from "../core/artifacts/artifact.ts";
import { CONTRACT_NAMES } from "../core/artifacts/contracts.ts";
import { FACT_STORES } from "../core/artifacts/facts.ts";
import type { ConversationId, WorkspaceId } from "../core/ids.ts";
import { foldLetters } from "../core/plain-text.ts";
import type { Artifacts, KnownFact } from "../core/ports/artifacts.ts";
import type { ToolScope } from "../core/ports/tools.ts";
import { defineTool } from "./define-tool.ts";

export type ArtifactSource = Pick<Artifacts, "last" | "ofConversation" | "facts" | "searchFacts">;

/** The conversations of a sandbox or a scenario keep no artifacts. */
export const NO_ARTIFACTS: ArtifactSource = {
  last: async () => null,
  ofConversation: async () => null,
  facts: async () => null,
  searchFacts: async () => ({ items: [], nextCursor: null }),
};

const READ = {
  module: "system",
  effect: "read",
  risk: "low",
  timeout: 2_000,
  permissions: ["system.read"],
  reversible: true,
} as const;

const record = z.record(z.string(), z.json());

const conversationId = z.uuid().optional().describe("the conversation; without it, this one");
interface OfConversation {
  readonly conversationId?: string | undefined;
}

/** An agent never names a conversation: it has its own. */
function ownerOf({ conversationId: named }: OfConversation, scope: ToolScope) {
  return {
    workspaceId: scope.workspaceId as WorkspaceId,
    conversationId: (named ?? scope.conversationId) as ConversationId,
  };
}

export function createArtifactTools(artifacts: ArtifactSource) {
  return [artifactLast(artifacts), artifactList(artifacts), factSearch(artifacts)];
}

/** Finds the newest artifact of the conversation, which a request may want to change. */
function artifactLast(artifacts: ArtifactSource) {
  const type = z.enum(CONTRACT_NAMES).describe("Which kind of artifact.");
  type Said = { readonly type: z.output<typeof type> } & OfConversation;
  return defineTool({
    ...READ,
    name: "artifact_last",
    description:
      "Returns the newest plan, document extract or research brief that was made in this conversation; null when there is none.",
    input: z.strictObject({ type }) as z.ZodType<Said>,
    staffInput: z.strictObject({ type, conversationId }) as z.ZodType<Said>,
    output: z.strictObject({ artifact: record.nullable() }),
    async run(said, scope) {
      const artifact = await artifacts.last(ownerOf(said, scope), said.type);
      return { kind: "ok", output: { artifact: artifact === null ? null : artifactSchema.parse(artifact) } };
    },
  });
}

const MOST_LISTED = 20;

function artifactList(artifacts: ArtifactSource) {
  return defineTool({
    ...READ,
    name: "artifact_list",
    description: `Lists the plans, document extracts and research briefs of this conversation, the newest first, at most ${MOST_LISTED}.`,
    input: z.strictObject({}) as z.ZodType<OfConversation>,
    staffInput: z.strictObject({ conversationId }) as z.ZodType<OfConversation>,
    output: z.strictObject({ artifacts: z.array(record) }),
    async run(said, scope) {
      const page = await artifacts.ofConversation(ownerOf(said, scope), { limit: MOST_LISTED });
      return { kind: "ok", output: { artifacts: (page?.items ?? []).map((one) => ({ ...one })) } };
    },
  });
}

const MOST_FACTS = 20;

function factSearch(artifacts: ArtifactSource) {
  const text = z.string().trim().max(200).default("").describe("words that the fact, its topic or its source all hold");
  type Said = { readonly text: string } & OfConversation;
  return defineTool({
    ...READ,
    name: "fact_search",
    description:
      "Finds facts that were distilled from artifacts, each with its own source: at most 20, the newest first. `store` says whether a person or two domains verified it; `conflictsWith` names the facts that contradict it. A withdrawn fact is shown to people of the shop only.",
    input: z.strictObject({ text }) as unknown as z.ZodType<Said>,
    staffInput: z.strictObject({
      text,
      conversationId: z.uuid().optional().describe("one conversation; without it, the whole workspace"),
    }) as unknown as z.ZodType<Said>,
    output: z.strictObject({
      facts: z.array(
        z.strictObject({
          ...{ id: z.string(), conversationId: z.string(), topic: z.string(), fact: z.string(), source: z.string() },
          ...{ confidence: z.string(), store: z.enum(FACT_STORES), conflictsWith: z.array(z.string()) },
        }),
      ),
    }),
    async run(said, scope) {
      const isAgent = scope.actor.kind === "agent";
      const { workspaceId } = ownerOf(said, scope);
      const found =
        isAgent || said.conversationId !== undefined
          ? ((await artifacts.facts(ownerOf(said, scope))) ?? []).filter((fact) => holds(fact, said.text))
          : (await artifacts.searchFacts(workspaceId, { text: said.text, limit: MOST_FACTS })).items;
      const facts = found.filter(({ store }) => !isAgent || store !== "withdrawn").slice(0, MOST_FACTS);
      return {
        kind: "ok",
        output: {
          facts: facts.map(({ id, conversationId: of, topic, fact, source, confidence, store, conflictsWith }) => ({
            ...{ id, conversationId: of, topic, fact, source, confidence, store, conflictsWith: [...conflictsWith] },
          })),
        },
      };
    },
  });
}

function holds({ topic, fact, source }: KnownFact, text: string): boolean {
  const said = foldLetters(`${topic} ${fact} ${source}`);
  return foldLetters(text)
    .split(/\s+/u)
    .every((word) => said.includes(word));
}
