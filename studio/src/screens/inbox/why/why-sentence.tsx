import type { TimelineRun } from "../../../api/types.ts";
import { useCodes } from "../../../text/use-codes.ts";
import { useText } from "../../../text/use-text.ts";
import { useBand } from "./confidence-dot.tsx";
import type { ShownDecision } from "./decision.ts";

interface WhySentenceProps {
  readonly run: TimelineRun;
  readonly decision: ShownDecision;
}

/** One sentence for a person: what was understood, what was done, where the conversation stands. */
export function WhySentence({ run, decision }: WhySentenceProps) {
  const text = useText("inbox");
  const codes = useCodes();
  const { words: certainty } = useBand(decision.confidence ?? 100);
  const captured = Object.keys(decision.captured).map((name) => name.replaceAll("_", " "));
  const done = run.toolCalls
    .filter(({ status }) => status === "ok")
    .map(({ tool }) => codes.tool(tool).toLocaleLowerCase());
  const parts = [
    decision.intent === null
      ? null
      : decision.confidence === null
        ? text.understood(codes.intent(decision.intent))
        : text.understoodHow(codes.intent(decision.intent), certainty.toLocaleLowerCase()),
    captured.length === 0 ? null : text.noted(captured.join(", ")),
    done.length === 0 ? null : text.did([...new Set(done)].join(", ")),
    decision.handoff === null ? null : text.handedOver,
    decision.newMode === null || decision.handoff !== null ? null : text.nowAt(codes.mode(decision.newMode)),
    run.error === null ? null : text.failedWhy(codes.error(run.error.code) ?? run.error.message),
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  return <p class="text-base text-pretty lg:col-span-2">{parts.join(" ")}</p>;
}
