import { z } from "@hono/zod-openapi";
import { ROLES } from "../../core/operations/principal.ts";
import type { ApiToken, Member as MemberView } from "../../core/ports/access.ts";
import { Instant } from "../instant.ts";

export const Member = z
  .object({ userId: z.string(), role: z.enum(ROLES), name: z.string(), addedAt: Instant })
  .openapi("Member");

export const Token = z
  .object({
    id: z.string(),
    name: z.string(),
    userId: z.string().nullable(),
    role: z.enum(ROLES).nullable().openapi({ description: "As it is now; null: its person is no member any more." }),
    scopes: z.array(z.string()).nullable().openapi({ description: "Null: all that the role may." }),
    createdBy: z.string(),
    createdAt: Instant,
    expiresAt: Instant.nullable(),
    lastUsedAt: Instant.nullable().openapi({ description: "To the hour." }),
    revokedAt: Instant.nullable(),
  })
  .openapi("Token");

export function memberJson(member: MemberView): z.output<typeof Member> {
  return { ...member, addedAt: member.addedAt.toISOString() };
}

export function tokenJson(token: ApiToken): z.output<typeof Token> {
  return {
    ...token,
    scopes: token.scopes === null ? null : [...token.scopes],
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt?.toISOString() ?? null,
    lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    revokedAt: token.revokedAt?.toISOString() ?? null,
  };
}
