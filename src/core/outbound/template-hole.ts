import type { OutboundContent } from "./outbound-content.ts";

/**
 * The first unfilled `{{variable}}` anywhere in a message: body, header, button, caption,
 * parameter. If the braces stay open, it holds at most the length of a name, because logs show it.
 */
export function templateHole(content: OutboundContent): string | null {
  for (const text of textsIn(content)) {
    const hole = /\{\{[^}]{0,40}\}?\}?/.exec(text);
    if (hole !== null) return hole[0];
  }
  return null;
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  if (typeof value === "object" && value !== null) for (const part of Object.values(value)) yield* textsIn(part);
}
