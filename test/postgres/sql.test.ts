import { expect, test } from "vitest";
import { identifier, sql } from "../../src/postgres/sql.ts";

test("a fragment of ours is text of the statement, its values numbered anew", () => {
  const fence = sql`lease = ${7} and state = ${"open"}`;
  expect(sql`select ${1} from ${identifier('a"b')} where ${fence}`).toMatchObject({
    text: 'select $1 from "a""b" where lease = $2 and state = $3',
    values: [1, 7, "open"],
  });
});

test("one place in the source has the text of the fragments that it was given, whatever came before", () => {
  const where = (condition: unknown, value: number) => sql`select ${value} where ${condition} and x = ${value}`;
  const [long, short] = [sql`a = ${1} and b = ${2}`, sql`true`];
  const asked = [long, short, 5, short, long].map((condition) => where(condition, 7));
  expect(asked.map(({ text }) => text)).toEqual([
    "select $1 where a = $2 and b = $3 and x = $4",
    "select $1 where true and x = $2",
    "select $1 where $2 and x = $3",
    "select $1 where true and x = $2",
    "select $1 where a = $2 and b = $3 and x = $4",
  ]);
  expect(asked.map(({ values }) => values)).toEqual([
    [7, 1, 2, 7],
    [7, 7],
    [7, 5, 7],
    [7, 7],
    [7, 1, 2, 7],
  ]);
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
