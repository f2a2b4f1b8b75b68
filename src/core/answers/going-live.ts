import * as z from "zod";

/** The way from an empty shop to customers who are answered, in the order in which it is gone. */
export const LIVE_STEPS = ["app", "number", "subscription", "templates", "first_message"] as const;

export const GoingLive = z
  .object({
    channel: z.enum(["whatsapp", "simulator", "other"]).meta({
      description: "`other`: a server that speaks as the Cloud API does, without a token.",
    }),
    webhookUrl: z
      .string()
      .nullable()
      .meta({ description: "What Meta must call. Null where the public address is not known (`RECADO_PUBLIC_URL`)." }),
    phone: z.string().nullable().meta({ description: "The digits of the number that customers write to." }),
    steps: z.array(
      z.object({
        name: z.enum(LIVE_STEPS),
        state: z.enum(["done", "fault", "waiting"]).meta({ description: "`waiting`: a step before it comes first." }),
        findings: z.array(
          z.object({
            code: z.string().meta({ description: "What was found. The Studio and `recado doctor` have the words." }),
            ok: z.boolean(),
            values: z.record(z.string(), z.string()),
          }),
        ),
      }),
    ),
  })
  .meta({ id: "GoingLive" });
export type GoingLive = z.output<typeof GoingLive>;
