import type { ToolModule } from "./tools.ts";

/** How many calls a workspace has left in this minute: counted in the database, so over all processes. */
export interface ToolRates {
  /** Counts one call, or says when the next one may be made. */
  take(workspaceId: string, module: ToolModule): Promise<RateAnswer>;
}

export type RateAnswer =
  | { readonly kind: "free" }
  | { readonly kind: "spent"; readonly limit: number; readonly againAt: Date };
