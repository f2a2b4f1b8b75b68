import * as z from "zod";

const HEARD_MESSAGE = z.object({
  n: z.number(),
  wamid: z.string(),
  at: z.string(),
  kind: z.string(),
  text: z.string(),
  choices: z.array(z.object({ id: z.string(), title: z.string(), description: z.string().optional() })).optional(),
  button: z.string().optional(),
  media: z.object({ id: z.string().optional(), link: z.string().optional() }).optional(),
});

/** A message on a customer's phone in the simulator. */
export const Heard = z.object({ items: z.array(HEARD_MESSAGE), typing: z.boolean() });
export type HeardMessage = z.infer<typeof HEARD_MESSAGE>;

/** A message as a terminal shows it: its words, then what can be tapped, each with the number that taps it. */
export function describeHeard({ kind, text, choices = [], button, media }: HeardMessage): string[] {
  const place = media?.link ?? (media?.id === undefined ? null : `file ${media.id}`);
  const mark = place === null || text.startsWith(`[${kind}`) ? "" : `[${kind}] `;
  const lines = `${mark}${kind === "reaction" ? `(reaction) ${text}` : text}`.split("\n");
  if (place !== null) lines.push(`(${place})`);
  if (button !== undefined) lines.push(`[${button}]`);
  const tapped = choices.map(({ title, description }, place) => {
    return `  ${place + 1}. ${title}${description === undefined ? "" : `: ${description}`}`;
  });
  return [...lines, ...tapped];
}
