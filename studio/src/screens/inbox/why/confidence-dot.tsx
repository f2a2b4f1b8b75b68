import { useText } from "../../../text/use-text.ts";
import { BAND_FILLS, type Band, bandOf } from "../../../ui/values/confidence.ts";

/** Shows how sure the agent was of what the customer meant. */
export function useBand(confidence: number): { readonly tone: Band; readonly words: string } {
  const text = useText("inbox");
  const tone = bandOf(confidence);
  return { tone, words: { good: text.confident, warn: text.unsure, bad: text.guess }[tone] };
}

export function ConfidenceDot({ confidence }: { readonly confidence: number }) {
  const text = useText("inbox");
  const { tone, words } = useBand(confidence);
  return (
    <span
      class="inline-flex items-center gap-1 text-xs text-muted"
      title={`${text.confidence}: ${words} (${Math.round(confidence)} %)`}
    >
      <span class={`size-1.5 rounded-full ${BAND_FILLS[tone]}`} />
      {Math.round(confidence)} %
    </span>
  );
}
