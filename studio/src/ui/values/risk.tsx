import { useText } from "../../text/use-text.ts";
import { Badge, type Tone } from "../badge.tsx";

export type Risk = "low" | "medium" | "high";

const TONES: Readonly<Record<Risk, Tone>> = { low: "neutral", medium: "warn", high: "bad" };

/** The risk of a tool. */
export function RiskBadge({ risk }: { readonly risk: Risk }) {
  const text = useText("risk");
  return <Badge tone={TONES[risk]}>{text[risk]}</Badge>;
}

/** Marks a call that was only simulated. */
export function DryRunBadge({ isDryRun }: { readonly isDryRun: boolean }) {
  const text = useText("risk");
  return isDryRun ? (
    <Badge tone="calm" title={text.dryRunHint}>
      {text.dryRun}
    </Badge>
  ) : null;
}
