import type { WorkspaceId } from "../../ids.ts";

/** Ends every name of an example, so that none is taken for a customer. */
export const EXAMPLE_MARK = "(ejemplo)";

/** The customers of a new shop that are none: they show its owner what a day looks like, until they are told to go. */
export interface Examples {
  count(workspace: WorkspaceId): Promise<number>;
  /** All that is kept about them too. How many there were. */
  remove(workspace: WorkspaceId, actor: string): Promise<number>;
}
