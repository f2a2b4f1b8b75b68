import type { ConfirmationId } from "../core/ids.ts";
import type { ToolResult } from "../core/ports/tools.ts";

/** A tool call and what came of it. */
export interface Deed {
  readonly callId: string;
  readonly tool: string;
  readonly result: ToolResult;
  /** Of a call that waits for a yes: the question's. */
  readonly confirmationId?: ConfirmationId;
  /** True when the world outside may have changed. */
  readonly isExternal: boolean;
  /** True when it is to leave an effect that is committed with the turn. */
  readonly isTransactional: boolean;
}
