import * as z from "zod";
import { artifactSchema } from "../core/artifacts/artifact.ts";
import { CONTRACT_NAMES } from "../core/artifacts/contracts.ts";
import type { ConversationId, WorkspaceId } from "../core/ids.ts";
import type { Artifacts } from "../core/ports/artifacts.ts";
import { defineTool } from "./define-tool.ts";

export type ArtifactSource = Pick<Artifacts, "last">;

/** The conversations of a sandbox or a scenario keep no artifacts. */
export const NO_ARTIFACTS: ArtifactSource = { last: async () => null };

/** Finds the newest artifact of the conversation, which a request may want to change. */
export function createArtifactLast(artifacts: ArtifactSource) {
  return defineTool({
    name: "artifact_last",
    description:
      "Returns the newest plan, document extract or research brief that was made in this conversation; null when there is none.",
    module: "system",
    effect: "read",
    risk: "low",
    timeout: 1_000,
    permissions: ["system.read"],
    reversible: true,
    input: z.strictObject({ type: z.enum(CONTRACT_NAMES).describe("Which kind of artifact.") }),
    output: z.strictObject({ artifact: z.record(z.string(), z.json()).nullable() }),
    async run({ type }, scope) {
      const artifact = await artifacts.last(
        {
          workspaceId: scope.workspaceId as WorkspaceId,
          conversationId: scope.conversationId as ConversationId,
        },
        type,
      );
      return { kind: "ok", output: { artifact: artifact === null ? null : artifactSchema.parse(artifact) } };
    },
  });
}
