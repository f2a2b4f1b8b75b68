import * as z from "zod";
import type { ContactId } from "../ids.ts";
import { Instant } from "./instant.ts";
import { id } from "./json-values.ts";

/** The contact of an answer, as a list shows it. */
export const NamedContact = z.object({ name: z.string().nullable(), phone: z.string().nullable() });

/** A customer, found by one of their names. */
export const FoundContact = z
  .object({
    id: id<ContactId>(),
    name: z.string().nullable(),
    phone: z.string().nullable(),
    bsuid: z.string().nullable(),
  })
  .meta({ id: "ContactName" });
export type FoundContact = z.output<typeof FoundContact>;

/** All that names one customer, table by table, as the database keeps it. */
export const ContactExport = z
  .object({
    format: z.literal("recado.contact-export.v1"),
    exportedAt: Instant,
    contact: FoundContact,
    tables: z.record(z.string(), z.array(z.unknown()).readonly()).readonly().meta({
      description:
        "The rows of each table that holds any, by the table's name. Bytes are base64, and those of files are left out unless asked for.",
    }),
  })
  .meta({ id: "ContactExport" });
export type ContactExport = z.output<typeof ContactExport>;

export const Erased = z.object({ id: z.string(), rows: z.record(z.string(), z.number().int()) }).meta({ id: "Erased" });
