import type { Context } from "hono";
import type * as z from "zod";

type ProblemStatus = 400 | 401 | 404 | 413 | 422;

/** A refusal of our own routes, not of Meta's. */
export function problem(context: Context, status: ProblemStatus, title: string, detail: string): Response {
  return context.body(JSON.stringify({ type: "about:blank", title, status, detail }), status, {
    "content-type": "application/problem+json",
  });
}

export function invalid(context: Context, error: z.ZodError): Response {
  return problem(context, 422, "Invalid request", wordsOf(error));
}

/** The first fault. */
export function wordsOf(error: z.ZodError): string {
  const issue = error.issues[0];
  return `${issue?.path.map(String).join(".") || "body"}: ${issue?.message ?? "not valid"}`;
}
