import * as z from "zod";
import type { ConversationId, RunId } from "../ids.ts";
import { FACT_KINDS, SENSITIVITIES } from "../memory/fact.ts";
import { Instant } from "./instant.ts";
import { id } from "./json-values.ts";

const RememberedFact = z
  .object({
    id: z.uuid(),
    subject: z.string().meta({ description: "`self`, or a person of theirs in the customer's own word." }),
    key: z.string(),
    value: z.string(),
    quote: z.string().meta({ description: "The customer's own words." }),
    saidAt: Instant,
    kind: z.enum(FACT_KINDS),
    confidence: z.number().int(),
    sensitivity: z.enum(SENSITIVITIES),
    endedAt: Instant.nullable().meta({ description: "Null while it is known." }),
    ended: z.enum(["superseded", "forgotten"]).nullable().meta({ description: "A forgotten fact has no words left." }),
    source: z
      .object({ conversationId: id<ConversationId>(), runId: id<RunId>() })
      .nullable()
      .meta({ description: "Where the message that said it stands. Null when that message is no longer on record." }),
  })
  .meta({ id: "RememberedFact" });

/** What is remembered of a contact, and what was. */
export const ContactMemory = z
  .object({
    contactId: z.uuid(),
    profile: z
      .object({
        displayName: z.string().nullable(),
        tonePreference: z.string().nullable(),
        languagePreference: z.string().nullable(),
        timezone: z.string().nullable(),
        goals: z.string().nullable(),
        constraints: z.string().nullable(),
        updatedAt: Instant,
      })
      .nullable(),
    facts: z.array(RememberedFact).meta({ description: "Known now, newest first; at most 200." }),
    former: z.array(RememberedFact).meta({ description: "Ended, newest first; at most 200." }),
  })
  .meta({ id: "ContactMemory" });
export type ContactMemory = z.output<typeof ContactMemory>;
