import * as z from "zod";
import { defineTool } from "../../../src/tools/define-tool.ts";

const TRAITS = { module: "external", effect: "read", risk: "low", reversible: true, permissions: [] } as const;

/** A web that has these pages; `down`: no engine can search it. */
export function webOf(pages: Readonly<Record<string, string>> | "down") {
  const urls = pages === "down" ? [] : Object.keys(pages);
  return [
    defineTool({
      ...TRAITS,
      name: "web.search",
      description: "Searches.",
      input: z.object({ query: z.string(), limit: z.number() }),
      output: z.object({ results: z.array(z.object({ url: z.string(), title: z.string() })) }),
      run: () =>
        pages === "down"
          ? { kind: "error", type: "unavailable", code: "engines_down", message: "x", suggestion: "x", retryable: true }
          : { kind: "ok", output: { results: urls.map((url) => ({ url, title: url })) } },
    }),
    defineTool({
      ...TRAITS,
      name: "web.read",
      description: "Reads.",
      input: z.object({ url: z.string() }),
      output: z.object({
        url: z.string(),
        title: z.string().nullable(),
        parts: z.array(z.object({ text: z.string() })),
      }),
      run: ({ url }) => ({
        kind: "ok",
        output: { url, title: `Fuente ${url}`, parts: [{ text: pages === "down" ? "" : (pages[url] ?? "") }] },
      }),
    }),
  ];
}
