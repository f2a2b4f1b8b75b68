import type { risk as Spanish } from "../es/risk.ts";
import type { SameTexts } from "../texts.ts";

export const risk: SameTexts<typeof Spanish> = {
  low: "Low risk",
  medium: "Medium risk",
  high: "High risk",
  dryRun: "Dry run",
  dryRunHint: "Judged and answered as in earnest; nothing was written and nobody was called.",
};
