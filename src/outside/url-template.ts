import { isLocalHost, refusalOfHost } from "./public-address.ts";

/** An address with `{names}` in path and query. A call's input never reaches the host. */
export interface UrlTemplate {
  readonly origin: string;
  readonly isLocal: boolean;
  fill(values: Readonly<Record<string, unknown>>): { kind: "url"; url: URL } | { kind: "fault"; fault: string };
}

const PLACE = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** @throws Error for an address that no tool may have, which is a mistake in the definition */
export function urlTemplate(written: string): UrlTemplate {
  const afterScheme = written.slice(written.indexOf("://") + 3);
  const [authority = ""] = afterScheme.split(/[/?#]/, 1);
  if (/[{}]/.test(authority)) throw new Error(`${written}: the host is fixed, and no input may stand in it`);
  const sample = written.replace(PLACE, "x");
  if (!URL.canParse(sample)) throw new Error(`${written} is not a URL`);
  const { protocol, hostname, origin, username, password } = new URL(sample);
  if (username !== "" || password !== "") throw new Error(`${origin}: a user or password has no place in a URL`);
  const isLocal = isLocalHost(hostname);
  const refusal = refusalOfHost(hostname, isLocal);
  if (refusal !== null) throw new Error(`${written}: ${refusal}`);
  if (protocol !== "https:" && !(protocol === "http:" && isLocal)) {
    throw new Error(`${written}: only https leaves this machine; http is for a host like localhost`);
  }
  return {
    origin,
    isLocal,
    fill(values) {
      let fault: string | null = null;
      const filled = written.replace(PLACE, (_, name: string) => {
        const value = values[name];
        const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
        const text = isPlain ? String(value) : "";
        // These two walk through a path, encoded or not; an empty value would name another object.
        if (!isPlain || text === "" || /^\.{1,2}$/.test(text)) fault ??= `"${name}" cannot stand in an address`;
        return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD"));
      });
      if (fault !== null) return { kind: "fault", fault };
      return { kind: "url", url: new URL(filled) };
    },
  };
}
