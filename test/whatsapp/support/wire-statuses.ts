import * as z from "zod";
import type { Received } from "./local-server.ts";

const WEBHOOK = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            statuses: z
              .array(
                z.object({
                  id: z.string(),
                  status: z.string(),
                  biz_opaque_callback_data: z.string().optional(),
                  errors: z.array(z.object({ code: z.number() })).optional(),
                }),
              )
              .default([]),
          }),
        }),
      ),
    }),
  ),
});

/** The delivery reports as they stood on the wire, in the order of the posts. */
export function payloadStatuses(posts: readonly Received[]) {
  return posts
    .flatMap(({ body }) => WEBHOOK.parse(JSON.parse(body.toString())).entry)
    .flatMap(({ changes }) => changes.flatMap(({ value }) => value.statuses))
    .map(({ id, status, errors, biz_opaque_callback_data: opaque }) => ({
      id,
      status,
      opaque,
      code: errors?.[0]?.code,
    }));
}
