import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { lostWords } from "./named-test.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TEST = "test/planted-bugs/named-test.test.ts";
const lost = (named: string) =>
  lostWords(ROOT, { ...{ invariant: "", bug: "", file: "", find: "", replace: "" }, test: TEST, named });

test.each(["a name out of a table"])("%s is found by its words, and a name that is gone is missed", () => {
  expect(lost("is found by its words")).toEqual([]);
  expect(lost("a name out of a table is found")).toEqual([]);
  expect(lost(`is found by its ${["let", "ters"].join("")}`)).toHaveLength(1);
});
