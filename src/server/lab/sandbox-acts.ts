import { z } from "@hono/zod-openapi";
import { CRM_MODES, SandboxSettings } from "../../core/answers/lab/sandbox.ts";
import { PICTURE_CLASSES } from "../../core/inbound/understanding.ts";
import { storableText } from "../text-rules.ts";

const MOST_SECONDS = 30 * 24 * 60 * 60;
const said = storableText(1, 4096);
const name = storableText(1, 120);
const names = z.array(name).max(500);
const data = z.record(name, storableText(1, 500));

const crm = z.enum(CRM_MODES).optional().openapi({
  description: "`live`: tools write into the workspace's own data. Only for owners and operators.",
});

export const NewSandboxJson = SandboxSettings.partial()
  .extend({ agent: name, version: name.optional(), crm })
  .strict()
  .openapi("NewSandbox");

export const SettingsChange = SandboxSettings.partial().extend({ crm }).strict().openapi("SandboxSettings");

/** What happens in a sandbox, by its `kind`. */
export const ActJson = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("text"),
      text: said,
      heard: z.number().int().min(0).max(50).optional().openapi({
        description:
          "Number of messages of the last answer that had arrived when the customer spoke. All of them when left out.",
      }),
    }),
    z.strictObject({ kind: z.literal("button"), title: said }),
    z.strictObject({ kind: z.literal("sticker") }),
    z.strictObject({
      kind: z.literal("file"),
      medium: z.enum(["audio", "image", "document", "video"]),
      words: said.optional().openapi({ description: "What a voice note says, or the text beside a file." }),
      shows: z
        .strictObject({ class: z.enum(PICTURE_CLASSES), text: said.optional() })
        .optional()
        .openapi({ description: "What an image or a document shows." }),
      recording: z
        .strictObject({ mimeType: name, base64: z.base64().max(2_800_000) })
        .optional()
        .openapi({ description: "A voice note to transcribe." }),
    }),
    z.strictObject({ kind: z.literal("forward"), seconds: z.number().int().min(1).max(MOST_SECONDS) }),
    z.strictObject({ kind: z.literal("next_timer") }),
    z.strictObject({ kind: z.literal("night") }),
    z.strictObject({ kind: z.literal("forced"), intent: name }),
    z.strictObject({ kind: z.literal("operator_says"), text: said }),
    z.strictObject({ kind: z.literal("takeover") }),
    z.strictObject({ kind: z.literal("handback") }),
    z.strictObject({
      kind: z.literal("answer"),
      decision: z.enum(["approve", "deny"]),
      question: name.optional().openapi({ description: "The id of an open question. The newest when left out." }),
    }),
    z.strictObject({ kind: z.literal("duplicate") }),
  ])
  .openapi("SandboxAct");

export const StateJson = z
  .strictObject({
    mode: name.optional(),
    datos_capturados: data.optional(),
    pack_seleccionado: name.nullable().optional(),
    intents_vistos: names.optional(),
    templates_enviados: names.optional(),
    pendientes: names.optional(),
    datos_conocidos: data.optional(),
    bot: z.enum(["on", "off"]).optional(),
  })
  .openapi("SandboxState", { description: "Fields that are left out stay unchanged." });

export const NameJson = z.strictObject({ name: storableText(1, 80) }).openapi("SandboxName");
export const ForkJson = z.strictObject({ turn: z.number().int().min(0).max(100_000) }).openapi("SandboxFork");
