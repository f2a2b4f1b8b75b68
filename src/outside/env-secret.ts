import { type Environment, readVariable } from "../core/environment.ts";

/**
 * A value of the environment. It goes only into a header or a program's environment, never into a
 * definition or a log.
 */
export interface EnvSecret {
  /** The name of the variable. */
  readonly env: string;
  /** `Bearer `, with its space. */
  readonly prefix?: string;
}

export interface Sent {
  readonly values: Readonly<Record<string, string>>;
  /** Removes our secrets from the other side's words. */
  redact(text: string): string;
}

export type Secrets = ({ readonly kind: "sent" } & Sent) | { readonly kind: "missing"; readonly variable: string };

export function secretsOf(
  given: Readonly<Record<string, string | EnvSecret>>,
  env: Environment,
  nameOf: (name: string) => string = (name) => name.toLowerCase(),
): Secrets {
  const values: Record<string, string> = {};
  const secrets: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "string") values[nameOf(name)] = value;
    else {
      const secret = readVariable(env, value.env);
      if (secret === null || !/^[\x21-\x7e]+$/.test(secret))
        return { kind: "missing", variable: `usable ${value.env}` };
      secrets.push(secret);
      values[nameOf(name)] = `${value.prefix ?? ""}${secret}`;
    }
  }
  const redact = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), text);
  return { kind: "sent", values, redact };
}
