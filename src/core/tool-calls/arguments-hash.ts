import { canonicalJson } from "../canonical-json.ts";
import { sha256 } from "../sha256.ts";

/**
 * What a yes covers, and what an idempotency key stands for: this call, by this version of this
 * agent.
 */
export interface BoundCall {
  readonly tool: string;
  readonly input: unknown;
  readonly agentId: string;
  readonly agentVersion: string;
}

/** Hexadecimal. The same for the same call, however its JSON is ordered or has been stored. */
export function argumentsHash({ tool, input, agentId, agentVersion }: BoundCall): string {
  return sha256(canonicalJson({ tool, input: input ?? null, agentId, agentVersion }));
}
