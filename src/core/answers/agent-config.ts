import * as z from "zod";
import { LOCALES } from "../locale/locale.ts";
import { BusinessHours } from "../time/contact-hours.ts";
import { SessionEnd } from "../time/session-end.ts";
import { TIMER_PRESETS } from "../time/timer-policy.ts";
import { Instant } from "./instant.ts";

/** Prices that an owner has said; what is not there is not known. */
export const MESSAGE_PRICES = ["usd", "marketing", "utility", "authentication", "service"] as const;
const price = z.number().min(0).max(1e12);
export const MessagePrices = z.partialRecord(z.enum(MESSAGE_PRICES), price).meta({
  description:
    "What one costs in the shop's currency: a US dollar, and a message of each category that WhatsApp bills. No source of prices is installed: the owner's word counts.",
});

/** What a workspace has set for its agents (requirements A24, B15). Null means that the environment decides. */
export const AgentConfig = z.object({
  agentEnabled: z.boolean().meta({ description: "Off: customers' messages are kept, and no agent answers." }),
  conversationalAgentId: z.string().nullable().meta({
    description:
      "Agent for all numbers of the workspace. Null means each number's own. A session that has begun keeps its agent.",
  }),
  handoffMessage: z
    .string()
    .nullable()
    .meta({ description: "Message at a handoff. Null means the agent's own words." }),
  crmAgentsEnabled: z.boolean().meta({
    description: "Off: agents use no tool of module crm. Orders and tasks of a flow go on, and so do people.",
  }),
  timerPreset: z.enum(TIMER_PRESETS).nullable().meta({ description: "Null means RECADO_TIMER_PRESET." }),
  responseSpeed: z.number().nullable().meta({ description: "1, 0.2 or 0. Null means RECADO_RESPONSE_SPEED." }),
  locale: z.enum(LOCALES).meta({
    description:
      "Language and country of the workspace: the law on contact hours, the words of an opt-out, and what the runtime says itself. An agent may name another one for what it reads.",
  }),
  timeZone: z.string().meta({ description: "An IANA name.", example: "America/Bogota" }),
  businessHours: BusinessHours.nullable(),
  sessionEnd: SessionEnd.nullable().meta({ description: "When a session ends by itself. Null means the agent's own." }),
  confirmationMinutes: z.number().int().nullable().meta({
    description:
      "How long a question waits for a person of the shop. Null means the agent's own, else 2 minutes while a customer waits in the chat and a day otherwise.",
  }),
  messagePrices: MessagePrices,
  proactivePerDay: z.number().int().meta({ description: "Most messages a day that we send a customer on our own." }),
  proactiveSpacingMinutes: z.number().int().meta({ description: "Least time between two such messages." }),
  quietMinutes: z.number().int().meta({ description: "No such message so soon after the customer's last message." }),
  windowMaintenance: z.boolean().meta({ description: "Whether we may write only to keep a 24-hour window open." }),
});
export type AgentConfig = z.output<typeof AgentConfig>;

export const KnownAgentConfig = AgentConfig.extend({ updatedAt: Instant, updatedBy: z.string() }).meta({
  id: "AgentConfig",
});
export type KnownAgentConfig = z.output<typeof KnownAgentConfig>;
