import { z } from "@hono/zod-openapi";

export const json = <Schema extends z.ZodType>(schema: Schema) => ({ "application/json": { schema } });

/** A JSON answer, for the OpenAPI entry of a route. */
export const answer = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  content: json(schema),
});

export const listAnswer = <Item extends z.ZodType>(description: string, item: Item) =>
  answer(description, z.object({ items: z.array(item) }));

export const pageAnswer = <Item extends z.ZodType>(item: Item) =>
  answer("A page", z.object({ items: z.array(item), nextCursor: z.string().nullable() }));

export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({ required: true, content: json(schema) });
