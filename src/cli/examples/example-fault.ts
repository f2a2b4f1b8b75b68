import type { Tools } from "../../core/ports/tools.ts";

/** An order book that is shut for one conversation, as long as the examples are being made. */
export interface ExampleFault {
  wrap(tools: Tools): Tools;
  /** Active from now on; null: it applies to every customer. */
  closeFor(conversationId: string | null): void;
}

/**
 * A real dead letter: the run truly fails, and truly succeeds once a person retries it. An order book
 * that may answer later would not do: the customer would be asked whether to try again.
 */
export function createExampleFault(): ExampleFault {
  let closedFor: string | null = null;
  return {
    wrap: (tools) => ({
      kindOf: (tool) => tools.kindOf(tool),
      ...(tools.judge === undefined ? {} : { judge: tools.judge.bind(tools) }),
      async execute(call) {
        if (closedFor !== null && call.tool === "create_order" && call.scope.conversationId === closedFor) {
          return {
            kind: "error",
            type: "failed",
            code: "order_book_shut",
            message: "the order book is shut (an example: it is open when you retry)",
            retryable: false,
          };
        }
        return tools.execute(call);
      },
    }),
    closeFor(conversationId) {
      closedFor = conversationId;
    },
  };
}
