import * as z from "zod";
import { Instant } from "../instant.ts";

/** A browser that is told of what waits. */
export const PushDevice = z.object({ id: z.string(), createdAt: Instant }).meta({ id: "PushDevice" });
export type PushDevice = z.output<typeof PushDevice>;

export const PushState = z
  .object({
    publicKey: z.string().meta({ description: "The `applicationServerKey` with which a browser subscribes." }),
    devices: z.array(PushDevice).meta({ description: "The caller's own browsers." }),
  })
  .meta({ id: "PushState" });
export type PushState = z.output<typeof PushState>;
