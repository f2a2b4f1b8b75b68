/** The record of an artifact (requirement F7): what was asked, what was made, and where each part of it comes from. */
import * as z from "zod";
import { canonicalJson } from "../canonical-json.ts";
import { plainText } from "../plain-text.ts";
import { sha256 } from "../sha256.ts";
import { storedText } from "../stored-text.ts";
import { CONTRACTS, type ContractName } from "./contracts.ts";
import { redactSecrets } from "./redact-secrets.ts";
import { ROUTES } from "./route-text.ts";

/** Raised when a field changes its meaning. Artifacts of older versions stay readable. */
const SCHEMA_VERSION = 3;

const citation = z.discriminatedUnion("type", [
  z.strictObject({ id: z.string(), type: z.literal("web"), url: z.url(), title: z.string() }),
  z.strictObject({ id: z.string(), type: z.literal("doc"), document_id: z.string(), ref: z.string() }),
]);

const share = z.number().min(0).max(1);

const base = {
  artifact_id: z.string().regex(/^art_[0-9a-f]{12}$/u),
  session_id: z.string().min(1).max(120),
  schema_version: z.int().min(1).max(SCHEMA_VERSION),
  created_at: z.iso.datetime(),
  inputs: z.strictObject({ user_query: z.string().max(8_000), route: z.enum(ROUTES) }),
  citations: z.array(citation).max(40),
  metadata: z.record(z.string(), z.json()),
  confidence: share,
  trigger_reason: z.strictObject({
    explicit_request: z.boolean(),
    matched_phrases: z.array(z.string()),
    structural_signals: z.array(z.string()),
    tie_break: z.string().nullable(),
  }),
  /** SHA-256 of the query in plain letters, after secrets were taken out of it. */
  input_fingerprint: z.string().regex(/^[0-9a-f]{64}$/u),
  warnings: z.array(z.string()),
  revises_artifact_id: z.string().nullable(),
  diff_summary: z.string().nullable(),
};

export const artifactSchema = z.discriminatedUnion("artifact_type", [
  z.strictObject({ ...base, artifact_type: z.literal("research_brief"), content: CONTRACTS.research_brief }),
  z.strictObject({ ...base, artifact_type: z.literal("doc_extract"), content: CONTRACTS.doc_extract }),
  z.strictObject({ ...base, artifact_type: z.literal("plan"), content: CONTRACTS.plan }),
]);

export type Artifact = z.infer<typeof artifactSchema>;
export type Citation = z.infer<typeof citation>;
export type TriggerReason = Artifact["trigger_reason"];

export type ArtifactOf<Name extends ContractName> = Extract<Artifact, { artifact_type: Name }>;

/** What a pipeline made, before it becomes a record. */
export interface Draft<Name extends ContractName> {
  readonly type: Name;
  readonly content: ArtifactOf<Name>["content"];
  readonly citations: readonly Citation[];
  readonly confidence: number;
  readonly warnings?: readonly string[];
  readonly metadata?: Artifact["metadata"];
  readonly revises?: { readonly artifactId: string; readonly difference: string };
}

export type AnyDraft = { [Name in ContractName]: Draft<Name> }[ContractName];

export interface Request {
  readonly sessionId: string;
  /** Unique for the turn, and the same when it is replayed: the artifact gets the same id. */
  readonly turnKey: string;
  readonly query: string;
  readonly route: Artifact["inputs"]["route"];
  readonly trigger: TriggerReason;
  readonly now: Date;
}

const asStored = (text: string): string => storedText(text);

/** A draft as a strict record, with secrets taken out of what was typed; null when a rule of its contract is broken. */
export function recordArtifact(draft: AnyDraft, request: Request): Artifact | null {
  const query = redactSecrets(storedText(request.query, 8_000));
  const stored = mapTexts(draft.content, asStored);
  const content = mapTexts(stored, (text) => redactSecrets(text).text);
  const isRedacted = query.isRedacted || canonicalJson(content) !== canonicalJson(stored);
  const record = {
    artifact_id: `art_${sha256(canonicalJson([request.turnKey, draft.type])).slice(0, 12)}`,
    artifact_type: draft.type,
    session_id: request.sessionId.replaceAll(/[^A-Za-z0-9._-]/gu, "_").slice(0, 120),
    schema_version: SCHEMA_VERSION,
    created_at: request.now.toISOString(),
    inputs: { user_query: query.text, route: request.route },
    content,
    citations: mapTexts(draft.citations, asStored),
    metadata: mapTexts(draft.metadata ?? {}, asStored),
    confidence: draft.confidence,
    trigger_reason: request.trigger,
    input_fingerprint: sha256(plainText(query.text)),
    warnings: [...(draft.warnings ?? []), ...(isRedacted ? ["secret_redacted"] : [])],
    revises_artifact_id: draft.revises?.artifactId ?? null,
    diff_summary: draft.revises?.difference ?? null,
  };
  const parsed = artifactSchema.safeParse(record);
  return parsed.success ? parsed.data : null;
}

/** Ids and fingerprints are no texts of a person: they stand outside of the content and are left alone. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((part) => mapTexts(part, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapTexts(part, change)]));
}

/**
 * One artifact a line, as `recado artifacts export` writes them; a line of another form is skipped and counted.
 *
 * @internal
 */
export function readArtifactLines(jsonl: string): { artifacts: Artifact[]; skipped: number } {
  const lines = jsonl.split("\n").filter((line) => line.trim() !== "");
  const artifacts = lines.flatMap((line) => {
    const parsed = artifactSchema.safeParse(jsonOrNull(line));
    return parsed.success ? [parsed.data] : [];
  });
  return { artifacts, skipped: lines.length - artifacts.length };
}

function jsonOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
