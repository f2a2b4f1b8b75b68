import type { ConfirmationId } from "../core/ids.ts";
import type { ToolResult } from "../core/ports/tools.ts";

/** A tool call and its result. */
export interface Deed {
  readonly callId: string;
  readonly tool: string;
  readonly result: ToolResult;
  /** The question's id, for a call that waits for a yes. */
  readonly confirmationId?: ConfirmationId;
  /** True when the outside world may have changed. */
  readonly isExternal: boolean;
  /** True when the call leaves an effect that is committed with the turn. */
  readonly isTransactional: boolean;
}
