import * as z from "zod";
import { artifactSchema } from "../artifacts/artifact.ts";

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

/** What is known from an artifact, with its source and how it stands beside the other facts of its conversation. */
export const SourcedFact = z
  .object({
    id: z.string(),
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
    store: z
      .enum(["verified", "researched"])
      .meta({ description: "`verified` when two independent domains say the same and none contradicts it." }),
    conflictsWith: z.array(z.string()).readonly().meta({ description: "The ids of the facts that contradict it." }),
  })
  .meta({ id: "SourcedFact" });
