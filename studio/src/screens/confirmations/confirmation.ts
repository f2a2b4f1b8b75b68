import type { Confirmation } from "../../api/types.ts";

const AMOUNTS = /^(total|amount|monto|valor|price|precio|value|refund)/i;
const IDS = / ?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const RECIPIENTS = /^(to|recipient|destinatario|para|phone|telefono|email|correo|contact|customer|nombre)/i;

/** A yes to it takes something away for good. */
export const isDestructive = (tool: string): boolean => /\.(delete|erase|remove)$/.test(tool);

/** `["2 × Frasco", "1 × Gotas"]`; an order without lines is its pack. */
export function goodsOf({ products, pack }: NonNullable<Confirmation["order"]>): readonly string[] {
  if (products.length === 0) return pack === null ? [] : [pack];
  return products.map(({ name, qty }) => `${qty} × ${name}`);
}

/** A person knows an order by whose it is and what it holds, which stands beside the question. */
export const withoutIds = (question: string): string => question.replace(IDS, "");

/** The order that the arguments name. */
export function orderIdOf(input: unknown): string | null {
  const id: unknown = typeof input === "object" && input !== null ? Reflect.get(input, "orderId") : null;
  return typeof id === "string" ? id : null;
}

/**
 * The amount in the arguments. The question's words are not read: a model may have written them.
 */
export function amountOf(input: unknown): number | null {
  const found = find(input, AMOUNTS, (value): value is number => typeof value === "number");
  return typeof found === "number" ? found : null;
}

export function recipientOf(input: unknown): string | null {
  const found = find(input, RECIPIENTS, (value): value is string => typeof value === "string" && value !== "");
  return typeof found === "string" ? found : null;
}

/** The first field whose name and value fit, the outermost first. */
function find(input: unknown, names: RegExp, fits: (value: unknown) => boolean): unknown {
  if (typeof input !== "object" || input === null) return undefined;
  const fields = Object.entries(input);
  const [, direct] = fields.find(([name, value]) => names.test(name) && fits(value)) ?? [];
  if (direct !== undefined) return direct;
  for (const [, inner] of fields) {
    const found = find(inner, names, fits);
    if (found !== undefined) return found;
  }
  return undefined;
}
