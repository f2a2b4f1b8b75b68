import type { OutboundContent } from "./outbound-content.ts";

/**
 * The first `{{variable}}` that nobody has filled, anywhere in a message: body, header, button, caption, parameter. Where the
 * braces stay open, no more of what follows than a name is long: it is told in logs.
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
