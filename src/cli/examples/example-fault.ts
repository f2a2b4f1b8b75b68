import type { Tools } from "../../core/ports/tools.ts";

/** An order book that does not answer for one conversation, as long as the examples are being made. */
export interface ExampleFault {
  wrap(tools: Tools): Tools;
  /** Active from now on; null: it applies to every customer. */
  closeFor(conversationId: string | null): void;
}

/**
 * A real dead letter: the run truly fails, three times, and truly succeeds once a person retries
 * it.
 */
export function createExampleFault(): ExampleFault {
  let closedFor: string | null = null;
  return {
    wrap: (tools) => ({
      kindOf: (tool) => tools.kindOf(tool),
      ...(tools.judge === undefined ? {} : { judge: tools.judge.bind(tools) }),
      async execute(call) {
        if (closedFor !== null && call.tool === "create_order" && call.scope.conversationId === closedFor) {
          throw new Error("the order book did not answer (an example: it answers when you retry)");
        }
        return tools.execute(call);
      },
    }),
    closeFor(conversationId) {
      closedFor = conversationId;
    },
  };
}
