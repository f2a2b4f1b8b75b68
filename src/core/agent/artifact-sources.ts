/** What an artifact is made from: pages of the web, the customer's documents, the plan before. Read by the agent's own tools. */
import * as z from "zod";
import { type Artifact, artifactSchema } from "../artifacts/artifact.ts";
import type { ExtractTable, RequestedArtifact, RequestSource } from "../artifacts/envelope.ts";
import type { AgentInput } from "./agent.ts";

/** Pages that are fetched for a brief. */
const MOST_PAGES = 5;
/** Longer than a request waits for its document. */
const RECENT_MS = 5 * 60_000;

const found = z.object({ results: z.array(z.object({ url: z.string(), title: z.string() })) });
const page = z.object({
  url: z.url(),
  title: z.string().nullable(),
  parts: z.array(z.object({ text: z.string() })),
});

type Brief = Required<RequestedArtifact>;

const briefOf = (state: Brief["search"], sources: readonly RequestSource[]): Brief => ({
  ...{ contract: "research_brief", search: state, sources },
});

/** The pages of a search that could be fetched. */
export async function searchPages({ tools, message }: Pick<AgentInput, "tools" | "message">): Promise<Brief> {
  const search = await tools.read("web.search", { query: message.slice(0, 400), limit: 8 });
  const listed = found.safeParse(search.ok ? search.output : null);
  if (!search.ok && (search.error === "unknown_tool" || search.error === "denied")) return briefOf("none", []);
  if (!listed.success) return briefOf("down", []);
  return fetchPages(
    { tools },
    listed.data.results.map(({ url }) => url),
  );
}

/** Pages by their addresses; those that cannot be fetched are left out. */
export async function fetchPages({ tools }: Pick<AgentInput, "tools">, addresses: readonly string[]): Promise<Brief> {
  const urls = [...new Set(addresses)].slice(0, MOST_PAGES);
  const pages = await Promise.all(
    urls.map(async (url) => {
      const read = await tools.read("web.read", { url });
      return page.safeParse(read.ok ? read.output : null).data ?? null;
    }),
  );
  const sources = pages
    .filter((one) => one !== null)
    .map(({ url, title, parts }, at) => ({
      ...{ id: `S${at + 1}`, url, title: title ?? url, documentId: "", ref: "" },
      text: parts.map(({ text }) => text).join("\n"),
    }));
  return briefOf("ok", sources);
}

/** The address of the page that a call of a tool has fetched; null for any other call. */
export function fetchedAddress(
  tool: string,
  result: { readonly ok: boolean; readonly output?: unknown },
): string | null {
  const read = tool === "web.read" && result.ok ? page.safeParse(result.output).data : undefined;
  return read?.url ?? null;
}

const passages = z.object({
  passages: z.array(
    z.object({
      ...{ documentId: z.string(), isOfShop: z.boolean(), title: z.string().nullable() },
      ...{ reference: z.string(), text: z.string() },
    }),
  ),
  documents: z.array(
    z.object({
      ...{ documentId: z.string(), isOfShop: z.boolean(), status: z.string(), sentence: z.string().nullable() },
      createdAt: z.coerce.date(),
    }),
  ),
  tables: z.array(
    z.object({
      documentId: z.string(),
      reference: z.string(),
      rows: z.array(z.array(z.string())),
      isLayoutGuessed: z.boolean(),
    }),
  ),
});

/** `waiting`: one is still to be read. `unreadable`: the only one cannot be, and the customer hears `sentence`. */
export type ReadDocuments =
  | { readonly kind: "none" | "waiting" }
  | { readonly kind: "unreadable"; readonly sentence: string }
  | { readonly kind: "read"; readonly tables: readonly ExtractTable[]; readonly sources: readonly RequestSource[] };

/** The passages and tables of what this customer sent. The shop's own documents are quoted in answers and never extracted. */
export async function readDocuments({ tools, message, now, media = [] }: AgentInput): Promise<ReadDocuments> {
  const read = await tools.read("document_search", { text: message.slice(0, 1_000), withTables: true });
  const parsed = passages.safeParse(read.ok ? read.output : null);
  if (!parsed.success) return { kind: "none" };
  const own = parsed.data.documents.filter(({ isOfShop }) => !isOfShop);
  const [newest] = own;
  // The file that came with this message may not be fetched yet; what is older is another one.
  const isHere = newest !== undefined && now.getTime() - newest.createdAt.getTime() < RECENT_MS;
  if (newest?.status === "waiting" || (media.includes("document") && !isHere)) return { kind: "waiting" };
  // The list has the newest documents alone; a passage may stand in an older one.
  const passagesOfOwn = parsed.data.passages.filter(({ isOfShop }) => !isOfShop);
  if (passagesOfOwn.length === 0 && !own.some(({ status }) => status === "read")) {
    const sentence = newest?.sentence ?? null;
    return sentence === null ? { kind: "none" } : { kind: "unreadable", sentence };
  }
  const isOwn = ({ documentId }: { readonly documentId: string }) => own.some((one) => one.documentId === documentId);
  return {
    kind: "read",
    tables: parsed.data.tables.filter(isOwn).map(({ reference: ref, ...table }): ExtractTable => ({ ...table, ref })),
    sources: passagesOfOwn.map(
      ({ documentId, title, reference, text }, at): RequestSource => ({
        ...{ id: `S${at + 1}`, url: null, title: title ?? "", documentId, ref: reference, text },
      }),
    ),
  };
}

const lastArtifact = z.object({ artifact: artifactSchema.nullable() });

export async function readLastPlan({ tools }: AgentInput) {
  const read = await tools.read("artifact_last", { type: "plan" });
  const parsed = lastArtifact.safeParse(read.ok ? read.output : null);
  const artifact: Artifact | null = parsed.success ? parsed.data.artifact : null;
  return artifact?.artifact_type === "plan" ? artifact : null;
}
