import { createHash } from "node:crypto";

/** One statement, its values apart from its text: a value can never become SQL. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /**
   * Statements in one text, without values: a migration, or what makes and drops a database. A script
   * may take as long as it needs: an index on the messages of years is not made in 20 s.
   */
  readonly isScript?: true;
}

/** On what `sql` and `identifier` have written, and on nothing that came from outside: no JSON and no form can hold it. */
const FRAGMENT = Symbol("SQL of our own");

interface Fragment extends Statement {
  /** The number of its text: two fragments with one number have the same text. */
  readonly [FRAGMENT]: number;
}

/** Numbers of texts. */
const numbers = new Map<string, number>();

/**
 * What was written before, by the place in the source and the numbers of the fragments in it. Our longest statements have
 * 20 kB; a turn would write six of them anew.
 */
const written = new WeakMap<TemplateStringsArray, Map<string, string>>();

/**
 * Writes a statement. A value becomes a parameter; another `sql` fragment is taken in as text with its own values.
 *
 *     sql`select * from agent_runs where id = ${id} and ${fenceHolds(lease)}`
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly unknown[]): Statement {
  const values: unknown[] = [];
  let shape = "";
  for (const part of parts) {
    if (isFragment(part)) {
      values.push(...part.values);
      shape += part[FRAGMENT];
    } else values.push(part);
    shape += ",";
  }
  let texts = written.get(strings);
  if (texts === undefined) {
    texts = new Map();
    written.set(strings, texts);
  }
  let text = texts.get(shape);
  if (text === undefined) {
    text = write(strings, parts);
    texts.set(shape, text);
  }
  return fragment(text, values);
}

function write(strings: TemplateStringsArray, parts: readonly unknown[]): string {
  let text = strings[0] as string;
  let values = 0;
  parts.forEach((part, index) => {
    if (isFragment(part)) {
      const offset = values;
      text += part.text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + offset}`);
      values += part.values.length;
    } else {
      values += 1;
      text += `$${values}`;
    }
    text += strings[index + 1] as string;
  });
  return text;
}

/** A name out of the catalog, or of a table that the caller knows, as text of a statement. */
export function identifier(name: string): Statement {
  return fragment(`"${name.replaceAll('"', '""')}"`, []);
}

/** A type as the catalog writes it, such as `timestamp with time zone` or `text[]`. */
export function typeName(type: string): Statement {
  if (!/^[a-z0-9_ "().,[\]]+$/i.test(type)) throw new Error(`a type with a strange name: ${type}`);
  return fragment(type, []);
}

function fragment(text: string, values: readonly unknown[]): Fragment {
  let number = numbers.get(text);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(text, number);
  }
  return { text, values, [FRAGMENT]: number };
}

function isFragment(part: unknown): part is Fragment {
  return typeof part === "object" && part !== null && FRAGMENT in part;
}

/**
 * A condition, where its value is given. One plan serves all values of a statement: with `$1 is null or …` in it that plan
 * reads the whole table, also for the one row that is asked for.
 */
export function andWhere<Value>(value: Value | null | undefined, condition: (value: Value) => Statement): Statement {
  return value === null || value === undefined ? sql`` : sql` and ${condition(value)}`;
}

const names = new Map<string, string>();

/** A stable name for a prepared statement: planning one of our large statements costs more than running it. */
export function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `recado_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
    names.set(text, name);
  }
  return name;
}

/**
 * Rows as one JSON value, for a `from`. The planner takes a set of unknown length for 100 rows and reads a whole table to
 * join it; under a limit that it does not know it expects a tenth of them, and goes by the index.
 */
export function rowset(rows: readonly object[], columns: Statement): Statement {
  return sql`(
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (${columns}) limit ${rows.length}::int)`;
}
