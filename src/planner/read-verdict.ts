import * as z from "zod";
import { readTolerantJson, tolerantEnum } from "../core/model/tolerant-json.ts";
import { closed, TASKS_SCHEMA } from "./read-plan.ts";

const VERDICTS = ["done", "continue", "replan"] as const;
export type Verdict = (typeof VERDICTS)[number];

const SHAPE = z.object({ verdict: tolerantEnum(VERDICTS).catch("replan") });
export const REPLAN_SCHEMA = closed({ verdict: { type: "string", enum: VERDICTS }, tasks: TASKS_SCHEMA });

/** What the planner says after a failure. An answer without a verdict is read as a plan. */
export function readVerdict(text: string): Verdict {
  const json = readTolerantJson(text, SHAPE);
  return json.kind === "accepted" && !json.isTruncated ? json.value.verdict : "replan";
}
