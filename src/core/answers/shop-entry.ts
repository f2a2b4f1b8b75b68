import * as z from "zod";
import { Instant } from "./instant.ts";

/** An entry of the shop's knowledge as its people see it. */
export const ShopEntry = z
  .object({
    id: z.string(),
    title: z.string(),
    /** Questions as customers ask them. */
    asks: z.array(z.string()),
    /** What the customer reads. */
    text: z.string(),
    until: z.string().nullable().meta({ description: "The last day on which it is true, `2026-12-24`." }),
    origin: z
      .enum(["file", "shop"])
      .meta({ description: "`file`: from the agent's files, and read-only. `shop`: written here." }),
    version: z.number().int().nullable().meta({ description: "Null for an entry from a file." }),
    changedAt: Instant.nullable(),
    changedBy: z.string().nullable(),
  })
  .meta({ id: "ShopEntry" });
export type ShopEntry = z.output<typeof ShopEntry>;

/** A version of an entry, also one that deleted it. */
export const EntryVersion = ShopEntry.omit({ origin: true })
  .extend({ version: z.number().int(), changedAt: Instant, changedBy: z.string(), isDeleted: z.boolean() })
  .meta({ id: "EntryVersion" });
export type EntryVersion = z.output<typeof EntryVersion>;

/** An entry that a question finds. */
export const FoundShopEntry = z
  .object({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    share: z.number().meta({ description: "How much of the question the entry answers, 0 to 1." }),
  })
  .meta({ id: "FoundShopEntry" });
export type FoundShopEntry = z.output<typeof FoundShopEntry>;
