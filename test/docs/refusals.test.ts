import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { REFUSAL_KINDS, REFUSALS } from "../../src/core/outbound/refusal.ts";
import { GRAPH_ERRORS } from "../../src/whatsapp/graph-errors.ts";

const page = readFileSync(new URL("../../docs/whatsapp.md", import.meta.url), "utf8");

test.each(REFUSAL_KINDS)(
  "docs/whatsapp.md says of a refusal of kind %s its codes, what it means and the way out",
  (kind) => {
    const { meaning, wayOut } = REFUSALS[kind];
    const row = page.split("\n").find((line) => line.startsWith("|") && line.includes(meaning));
    expect(row).toContain(wayOut);
    const codes = GRAPH_ERRORS.filter((error) => error.kind === kind).map(({ code }) =>
      typeof code === "number" ? String(code) : `${code[0]}–${code[1]}`,
    );
    expect(row?.split("|")[1]?.trim()).toBe(codes.join(", ") || "any other");
  },
);
