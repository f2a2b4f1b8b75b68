import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The jobs of a shop's day stand in a table with their tests; a test that was renamed or taken away is missed there. */
const page = new URL("../../docs/design/trying-out.md", import.meta.url);
const ROW = /^\| (.+?) \| \[[\w-]+\]\((\S+)\): “(.+)” \| (.+?) \|/gm;
const rows = [...readFileSync(page, "utf8").matchAll(ROW)].map(([, job = "", file = "", title = "", roles = ""]) => ({
  ...{ job, file, title },
  roles: roles.split(", "),
}));

test.each(rows)("$job", ({ file, title }) => {
  expect(readFileSync(new URL(file, page), "utf8")).toContain(`test("${title}"`);
});

test("an owner, an operator and a viewer stand among the roles", () => {
  expect(new Set(rows.flatMap(({ roles }) => roles))).toEqual(new Set(["owner", "operator", "viewer"]));
});
