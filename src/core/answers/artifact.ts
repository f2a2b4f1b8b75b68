import * as z from "zod";
import { artifactSchema } from "../artifacts/artifact.ts";
import { FACT_STORES } from "../artifacts/facts.ts";
import type { ConversationId } from "../ids.ts";
import { Instant } from "./instant.ts";
import { id } from "./json-values.ts";

const [brief, extract, plan] = artifactSchema.options;
/** Any JSON: its schema refers to itself, which an OpenAPI document cannot say in place. */
const metadata = z.record(z.string(), z.unknown());

/** An artifact as it was written: its fields keep the names of the record. */
export const ArtifactRecord = z
  .discriminatedUnion("artifact_type", [
    brief.extend({ metadata }),
    extract.extend({ metadata }),
    plan.extend({ metadata }),
  ])
  .meta({ id: "ArtifactRecord" });
export type ArtifactRecord = z.output<typeof ArtifactRecord>;

const VERDICTS = ["verified", "withdrawn", "open"] as const;

/** What is known from an artifact, with its source and how it stands beside the other facts of its conversation. */
export const SourcedFact = z
  .object({
    id: z.string(),
    conversationId: id<ConversationId>(),
    artifactId: z.string(),
    topic: z.string(),
    fact: z.string(),
    source: z
      .string()
      .meta({ description: "An address of the web, or a document's id and the place in it: `id#reference`." }),
    confidence: z.enum(["high", "medium"]),
    domain: z.string(),
    tags: z.array(z.string()).readonly(),
    evidenceSnippet: z.string(),
    createdAt: Instant,
    store: z.enum(FACT_STORES).meta({
      description:
        "`verified`: a person verified it, or two independent domains say the same and none contradicts it. `withdrawn`: a person took it out of use.",
    }),
    conflictsWith: z.array(z.string()).readonly().meta({ description: "The ids of the facts that contradict it." }),
    verdict: z
      .object({ verdict: z.enum(VERDICTS), by: z.string(), at: Instant, note: z.string().nullable() })
      .nullable()
      .meta({ description: "The newest word of a person about it; `open` takes the one before back." }),
  })
  .meta({ id: "SourcedFact" });
export type SourcedFact = z.output<typeof SourcedFact>;

/** A person's word about a fact. */
export const FactVerdict = z.enum(VERDICTS);
