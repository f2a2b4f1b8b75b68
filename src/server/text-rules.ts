import { z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { holdsPhone } from "../core/inbound/identity.ts";
import { InvalidRequest } from "./problem.ts";
import type { ServerEnv } from "./server-env.ts";

/**
 * What PostgreSQL cannot keep as text: the null character, and half of a surrogate pair. In what a customer says they
 * are left out; in a name or a key, where leaving out would make two different things one, they are refused.
 */
export function withoutUnstorable(text: string): string {
  return text.replaceAll("\u0000", "").replace(/\p{Surrogate}/gu, "");
}

/** A key, name or note of a caller. */
export function storableText(min: number, max: number) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((text) => withoutUnstorable(text) === text, "must not contain \\u0000 or half of a surrogate pair");
}

/** Deeper than anything that people nest, and far from where a walk through it would run out of stack. */
const DEEPEST_JSON = 64;

/** JSON of a caller whose shape is another's to know: a tool's, Meta's. */
export const foreignJson = z
  .unknown()
  .refine(
    (value) => isStorableJson(value, DEEPEST_JSON),
    `must be JSON of at most ${DEEPEST_JSON} levels, whose texts contain no \\u0000 and no half of a surrogate pair`,
  );

function isStorableJson(value: unknown, levels: number): boolean {
  if (typeof value === "string") return withoutUnstorable(value) === value;
  if (typeof value !== "object" || value === null) return value !== undefined;
  if (levels === 0) return false;
  return Object.entries(value).every(
    ([key, inner]) => isStorableJson(key, levels) && isStorableJson(inner, levels - 1),
  );
}

/** The null character is in no query of an honest caller, and no database takes it. */
export const refuseNullInQuery: MiddlewareHandler<ServerEnv> = async (c, next) => {
  const at = c.req.url.includes("%00") ? Object.entries(c.req.queries()).find((entry) => hasNull(entry)) : undefined;
  if (at !== undefined) throw new InvalidRequest([{ field: at[0], message: "must not contain the null character" }]);
  await next();
};

const hasNull = ([name, values]: [string, string[]]) => [name, ...values].some((text) => text.includes("\u0000"));

/** Who did it, as the audit log keeps it for ever: erasing a customer cannot take it back. */
export const actorText = storableText(1, 200).refine(
  (text) => !holdsPhone(text),
  "must name a person or program of the shop; a phone is a customer's, and the audit log keeps this for ever",
);

/** Who gives a command: a person or program of the shop, in words that it chooses. */
export const ActorBody = z.object({
  actor: actorText.openapi({ example: "maria@tienda.co" }),
  note: storableText(0, 2_000).optional(),
});
