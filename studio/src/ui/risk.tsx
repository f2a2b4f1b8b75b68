import { defineText, useText } from "../text/define-text.ts";
import { Badge, type Tone } from "./badge.tsx";

export type Risk = "low" | "medium" | "high";

const riskText = defineText({
  es: {
    low: "Riesgo bajo",
    medium: "Riesgo medio",
    high: "Riesgo alto",
    dryRun: "Simulada",
    dryRunHint: "Se juzgó y respondió como de verdad; nada se escribió y a nadie se llamó.",
  },
  en: {
    low: "Low risk",
    medium: "Medium risk",
    high: "High risk",
    dryRun: "Dry run",
    dryRunHint: "Judged and answered as in earnest; nothing was written and nobody was called.",
  },
});

const TONES: Readonly<Record<Risk, Tone>> = { low: "neutral", medium: "warn", high: "bad" };

/** What may go wrong with a tool. */
export function RiskBadge({ risk }: { readonly risk: Risk }) {
  const text = useText(riskText);
  return <Badge tone={TONES[risk]}>{text[risk]}</Badge>;
}

/** Beside a call that was only tried: nothing came of it. */
export function DryRunBadge({ isDryRun }: { readonly isDryRun: boolean }) {
  const text = useText(riskText);
  return isDryRun ? (
    <Badge tone="calm" title={text.dryRunHint}>
      {text.dryRun}
    </Badge>
  ) : null;
}
