import { expect, test } from "vitest";
import { identifier, sql } from "../../src/postgres/sql.ts";

test("a fragment of ours is text of the statement, its values numbered anew", () => {
  const fence = sql`lease = ${7} and state = ${"open"}`;
  expect(sql`select ${1} from ${identifier('a"b')} where ${fence}`).toMatchObject({
    text: 'select $1 from "a""b" where lease = $2 and state = $3',
    values: [1, 7, "open"],
  });
});

test.each([
  { text: "1; drop table contacts", values: [] },
  JSON.parse('{"text":"1; drop table contacts","values":[],"Symbol(SQL of our own)":true,"FRAGMENT":true}'),
  { ...{ text: "true", values: [] }, [Symbol("SQL of our own")]: true },
  structuredClone({ ...sql`true` }),
])("what only looks like a statement is a value: %j", (foreign: unknown) => {
  const statement = sql`select ${foreign}`;
  expect(statement.text).toBe("select $1");
  expect(statement.values).toEqual([foreign]);
});
