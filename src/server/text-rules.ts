import { z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { holdsPhone } from "../core/inbound/identity.ts";
import { InvalidRequest } from "./problem.ts";
import type { ServerEnv } from "./server-env.ts";

/**
 * PostgreSQL cannot keep the null character or half of a surrogate pair. A customer's words lose
 * them. A name or a key with one is refused, because two different names could become one.
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

/**
 * This depth is more than people nest, and far less than what would exhaust the stack of a walk.
 */
const DEEPEST_JSON = 64;

/** JSON whose shape a tool or Meta knows. */
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

/**
 * Refuses the null character in a query: no honest caller sends it, and PostgreSQL does not take
 * it.
 */
export const refuseNullInQuery: MiddlewareHandler<ServerEnv> = async (c, next) => {
  const at = c.req.url.includes("%00") ? Object.entries(c.req.queries()).find((entry) => hasNull(entry)) : undefined;
  if (at !== undefined) throw new InvalidRequest([{ field: at[0], message: "must not contain the null character" }]);
  await next();
};

const hasNull = ([name, values]: [string, string[]]) => [name, ...values].some((text) => text.includes("\u0000"));

/** Name of the actor. The audit log keeps it for ever, even after a customer is erased. */
export const actorText = storableText(1, 200).refine(
  (text) => !holdsPhone(text),
  "must name a person or program of the shop and no phone: the audit log keeps it for ever",
);

/** The person or program of the shop that gives a command. */
export const ActorBody = z.object({
  actor: actorText.openapi({ example: "maria@tienda.co" }),
  note: storableText(0, 2_000).optional(),
});
