import * as z from "zod";
import type { ConversationId } from "../../ids.ts";
import { Instant } from "../instant.ts";
import { id } from "../json-values.ts";
import { SANDBOX_ENGINES } from "./sandbox.ts";

const names = z.array(z.string());

/** One side of a turn. */
const Side = z.object({
  at: Instant,
  intent: z.string().nullable(),
  confidence: z.number().nullable(),
  mode: z.string().nullable(),
  texts: names,
  templates: names,
  tools: z.array(z.object({ tool: z.string(), input: z.unknown() })),
  signals: names,
  handoff: z.string().nullable(),
  tokens: z.number(),
  microUsd: z.number().nullable().meta({ description: "Null when a model has no price." }),
  why: names.readonly(),
});

export type ReplaySide = z.output<typeof Side>;

const Total = z.object({ tokens: z.number(), microUsd: z.number().nullable() });

/** What a turn did otherwise. Empty when both sides decided the same. */
const REPLAY_DIFFERENCES = ["missing", "intent", "mode", "templates", "texts", "effects", "signals"] as const;

const ReplayTurn = z.object({
  by: z.enum(["customer", "timer", "operator"]),
  said: z.string(),
  stored: Side.nullable(),
  replayed: Side.nullable(),
  differences: z.array(z.enum(REPLAY_DIFFERENCES)),
});
export type ReplayTurn = z.output<typeof ReplayTurn>;

/** A stored conversation beside the same words said again to another agent, version, engine or model. */
export const Replay = z
  .object({
    conversationId: id<ConversationId>(),
    stored: z.object({ agent: z.string(), version: z.string().nullable() }),
    replayed: z.object({
      agent: z.string(),
      version: z.string(),
      engine: z.enum(SANDBOX_ENGINES),
      model: z.string().nullable(),
    }),
    turns: z.array(ReplayTurn),
    leftOut: z
      .object({
        forgotten: z.number().int().meta({
          description: "Turns whose words or decision are no longer kept. The replay begins without them.",
        }),
      })
      .meta({ description: "Number of turns left out of this replay, by reason." }),
    totals: z.object({ stored: Total, replayed: Total }),
  })
  .meta({ id: "Replay" });
export type Replay = z.output<typeof Replay>;
