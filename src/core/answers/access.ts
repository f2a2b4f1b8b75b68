import * as z from "zod";
import type { PhoneNumberId, WorkspaceId } from "../ids.ts";
import { ROLES } from "../operations/principal.ts";
import { Instant } from "./instant.ts";
import { id } from "./json-values.ts";

export const Workspace = z.object({ id: id<WorkspaceId>(), name: z.string() }).meta({ id: "Workspace" });
export type Workspace = z.output<typeof Workspace>;

/** A person of a workspace. */
export const Member = z
  .object({
    userId: z.string().meta({ description: "A name, an address, or the `sub` of the tokens of another sign-in." }),
    role: z.enum(ROLES),
    name: z.string(),
    seesSales: z.boolean().meta({ description: "What an owner has allowed an operator. Other roles see the sales." }),
    addedAt: Instant,
  })
  .meta({ id: "Member" });
export type Member = z.output<typeof Member>;

/** A token without its text, which is never kept. */
export const ApiToken = z
  .object({
    id: z.string(),
    name: z.string(),
    userId: z.string().nullable().meta({ description: "The member that it belongs to. Null for a program's token." }),
    role: z
      .enum(ROLES)
      .nullable()
      .meta({ description: "The role now. Null when the token's person is no longer a member." }),
    scopes: z.array(z.string()).nullable().meta({ description: "Null means all that the role may do." }),
    link: z
      .enum(["waiting", "used", "over"])
      .nullable()
      .meta({ description: "The sign-in link that the token belongs to. Null for a token with a text." }),
    sessions: z.coerce.number().int().meta({ description: "Browsers that it has signed in now." }),
    createdBy: z.string(),
    createdAt: Instant,
    expiresAt: Instant.nullable(),
    lastUsedAt: Instant.nullable().meta({ description: "To the hour." }),
    revokedAt: Instant.nullable(),
  })
  .meta({ id: "Token" });
export type ApiToken = z.output<typeof ApiToken>;

export const AssignedNumber = z
  .object({
    id: id<PhoneNumberId>(),
    workspaceId: id<WorkspaceId>(),
    agentId: z.string(),
  })
  .meta({ id: "Number" });
export type AssignedNumber = z.output<typeof AssignedNumber>;
