import { defineText, useText } from "../text/define-text.ts";
import { Badge, type Tone } from "./badge.tsx";

export type Risk = "low" | "medium" | "high";

const riskText = defineText({
  es: { low: "Riesgo bajo", medium: "Riesgo medio", high: "Riesgo alto" },
  en: { low: "Low risk", medium: "Medium risk", high: "High risk" },
});

const TONES: Readonly<Record<Risk, Tone>> = { low: "neutral", medium: "warn", high: "bad" };

/** What may go wrong with a tool. */
export function RiskBadge({ risk }: { readonly risk: Risk }) {
  const text = useText(riskText);
  return <Badge tone={TONES[risk]}>{text[risk]}</Badge>;
}
