import type { risk as Spanish } from "../es/risk.ts";
import type { SameTexts } from "../texts.ts";

export const risk: SameTexts<typeof Spanish> = {
  low: "Low risk",
  medium: "Medium risk",
  high: "High risk",
  dryRun: "Dry run",
  dryRunHint: "Judged and answered as if real, but nothing was written and no other system was called.",
};
