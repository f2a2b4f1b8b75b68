import { maskPhone } from "../core/inbound/identity.ts";

const SECRET_NAME = /secret|token|password|authorization|cookie|api_?key|signature/i;
/** Fields whose name says that they hold a customer's phone. `phone_number_id` is the shop's own and no phone. */
const PHONE_NAME = /^(phone|from|to|wa_?id|recipient|recipient_?id|customer|contact)$/i;
/** Customers' words do not belong in a log, whatever the name of the field. */
const TEXT_NAME = /^(text|body|content|caption|profile_?name)$/i;
/** 10 to 15 digits that are no part of an id, a decimal or a longer word. */
const PHONE_IN_TEXT = /(?<![\w.:-])\+?[0-9]{10,15}(?![\w-])/g;
/** A message id decodes to the phone of its sender. */
const WAMID = /wamid\.[A-Za-z0-9+/=_-]+/g;

const MAX_DEPTH = 6;

export interface Mask {
  fields(fields: Readonly<Record<string, unknown>>): Record<string, unknown>;
  text(text: string): string;
}

export function createMask(secrets: readonly string[]): Mask {
  // A short value would blacken ordinary words.
  const values = secrets.filter((secret) => secret.length >= 8);

  const text = (line: string): string => {
    let masked = line;
    for (const value of values) masked = masked.replaceAll(value, "[secret]");
    return masked
      .replace(WAMID, (wamid) => `wamid.…${wamid.slice(-6)}`)
      .replace(PHONE_IN_TEXT, (phone) => maskPhone(phone));
  };

  const field = (name: string, value: unknown, depth: number): unknown => {
    if (value === null || value === undefined || typeof value === "boolean") return value;
    if (SECRET_NAME.test(name)) return "[secret]";
    if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") {
      if (name === "phone_number_id" || name === "waba_id") return value;
      if (PHONE_NAME.test(name)) return maskPhone(String(value));
      if (TEXT_NAME.test(name)) return `[${String(value).length} characters]`;
      return typeof value === "string" ? text(value) : value;
    }
    if (depth >= MAX_DEPTH) return "[…]";
    if (value instanceof Error) return error(value, depth);
    if (value instanceof Date) return value.toISOString();
    if (value instanceof Uint8Array) return `[${value.byteLength} bytes]`;
    if (Array.isArray(value)) return value.map((item) => field(name, item, depth + 1));
    if (typeof value === "object") return all(value, depth + 1);
    return String(value);
  };

  const all = (fields: object, depth: number): Record<string, unknown> =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, field(name, value, depth)]));

  /** Message, stack and causes, and the machine-readable code; not the other fields, in which `pg` puts row values. */
  const error = (thrown: Error, depth: number): Record<string, unknown> => ({
    type: thrown.name,
    message: text(thrown.message),
    ...("code" in thrown ? { code: text(String(thrown.code)) } : {}),
    ...(thrown.stack === undefined ? {} : { stack: text(thrown.stack) }),
    ...(thrown.cause === undefined ? {} : { cause: field("cause", thrown.cause, depth + 1) }),
    ...(thrown instanceof AggregateError ? { errors: field("errors", thrown.errors, depth + 1) } : {}),
  });

  return { fields: (fields) => all(fields, 0), text };
}
