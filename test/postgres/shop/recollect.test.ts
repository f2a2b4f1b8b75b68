import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ContactId, DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import { PROFILE_KEYS } from "../../../src/core/memory/fact.ts";
import { aboutFacts, recollectingFor } from "../../../src/core/memory/recall.ts";
import { bindCrm } from "../../../src/core/ports/crm.ts";
import { openPool } from "../../../src/postgres/database.ts";
import { createCrm } from "../../../src/postgres/shop/crm.ts";
import { recollecting } from "../../../src/postgres/shop/recollect.ts";
import { SHOP_TOOLS } from "../../../src/tools/shop-tools.ts";
import { Random } from "../../support/random.ts";
import { SEED_OF_THE_DAY } from "../../support/share-of-the-day.ts";
import { eventually } from "../../support/shop.ts";
import { silentLogger } from "../../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";
import { CUSTOMER_SCOPE } from "../../support/tool-scope.ts";

/** What a turn reads of its customer's memory, and of no other's. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ hasFullPools: true });
});
afterAll(() => database.drop());

let people = 0;

async function person(workspace: string = DEFAULT_WORKSPACE) {
  people += 1;
  const [contact, conversation] = [randomUUID(), randomUUID()];
  await database.rows("insert into contacts (workspace_id, id, created_at) values ($1, $2, recado_now())", [
    workspace,
    contact,
  ]);
  await database.rows("insert into phone_numbers (id, workspace_id, agent_id) values ($1, $2, 'somnio')", [
    `number-${people}`,
    workspace,
  ]);
  await database.rows(
    "insert into conversations (workspace_id, id, contact_id, phone_number_id, created_at) values ($1, $2, $3, $4, recado_now())",
    [workspace, conversation, contact, `number-${people}`],
  );
  let turns = 0;
  return {
    contact,
    conversation,
    async told(key: string, value: string, quote: string, subject = "self") {
      const [row] = await database.rows(
        `insert into contact_facts (workspace_id, contact_id, source_event_id, subject, key, value, value_norm, quote, said_at, kind,
           confidence, sensitivity, valid_from)
         values ($1, $2, gen_random_uuid(), $3, $4, $5, lower($5), $6, recado_now(), 'stated', 85, 'plain', recado_now()) returning id`,
        [workspace, contact, subject, key, value, quote],
      );
      return String(row?.["id"]);
    },
    async said(...lines: readonly string[]) {
      for (const line of lines) {
        turns += 1;
        await database.rows(
          `insert into agent_turns (workspace_id, conversation_id, turn_number, role, content, created_at)
           values ($1, $2, $3, $4, $5, recado_now())`,
          [workspace, conversation, turns, turns % 2 === 1 ? "user" : "assistant", line],
        );
      }
    },
    read: (text: string, of: "TEXT_SIMPLE" | "TEXT_TOOL_INTENT" = "TEXT_TOOL_INTENT") =>
      database.store.crm.recollect(workspace, contact, recollectingFor(of, text, conversation)),
  };
}

const filler = (count: number) => Array.from({ length: count }, (_, at) => `mensaje de relleno numero ${at}`);

test("facts that have to do with the words are found, in any form of the word, and no others", async () => {
  const ana = await person();
  await ana.told("birthday", "el 5 de mayo", "mi cumpleaños es el 5 de mayo");
  await ana.told("dislikes", "el cilantro", "odio el cilantro");
  await ana.told("name", "Sofía", "mi hija se llama Sofía", "hija");
  expect((await ana.read("recuérdame el cumpleaños")).facts.map(({ key }) => key)).toEqual(["birthday"]);
  expect((await ana.read("recuérdame llamar a mi hija")).facts.map(({ value }) => value)).toEqual(["Sofía"]);
  expect((await ana.read("recuérdame pagar la luz")).facts).toEqual([]);
  await ana.told("note", "💡bombillo «ahorrador»", "anota 💡bombillo «ahorrador»");
  for (const words of ["¿bombillo?", "“bombillos”💡", "¿ahorrador…?"])
    expect(
      (await ana.read(words)).facts.map(({ key }) => key),
      words,
    ).toEqual(["note"]);
});

test("a message that asks for no tool reads the profile alone", async () => {
  const ana = await person();
  await ana.told("display_name", "Ana", "me llamo Ana");
  await ana.told("likes", "el café", "me gusta el café");
  await ana.said("hablemos del café", "claro", ...filler(30));
  const read = await ana.read("me gusta el café", "TEXT_SIMPLE");
  expect(read).toMatchObject({ profile: [{ value: "Ana" }], facts: [], windows: [] });
});

test("places of earlier talk are read with the lines around them and their day, and not what the turn has anyway", async () => {
  const ana = await person();
  await ana.said("¿qué hago con la nevera dañada?", "El técnico de la nevera es Wilmer", "gracias", ...filler(31));
  const { windows } = await ana.read("recuérdame llamar al técnico de la nevera");
  expect(windows).toHaveLength(1);
  expect(windows[0]?.lines.map(({ content }) => content)).toEqual([
    "¿qué hago con la nevera dañada?",
    "El técnico de la nevera es Wilmer",
    "gracias",
  ]);
  expect(windows[0]?.at).toBeInstanceOf(Date);
  await ana.said("el técnico de la nevera ya vino", "bien");
  expect((await ana.read("recuérdame llamar al técnico de la nevera")).windows).toHaveLength(1);
});

test("a line is found whatever its capitals and accents", async () => {
  for (const line of ["EL TÉCNICO SE LLAMA WILMER", "el tecnico se llama Wilmer", "El Técnico se llama Wilmer"]) {
    const ana = await person();
    await ana.said("hola", line, ...filler(30));
    const { windows } = await ana.read("recuérdame llamar al técnico");
    expect(
      windows.flatMap(({ lines }) => lines.map(({ content }) => content)),
      line,
    ).toContain(line);
  }
});

test("a form of a word is found beside any sign, and words that say nothing find nothing", async () => {
  const ana = await person();
  await ana.said("hola", "—Los técnicos(de la nevera), ¿vinieron?", "¿qué es lo que quiere para él?", ...filler(30));
  const found = async (text: string) => (await ana.read(text)).windows.map(({ lines }) => lines[1]?.content);
  expect(await found("¿y el TÉCNICO?")).toEqual(["—Los técnicos(de la nevera), ¿vinieron?"]);
  expect(await found("¿y la tecnología?")).toEqual([]);
  expect(await found("¿qué es lo que quiere él para que esté?")).toEqual([expect.stringContaining("quiere")]);
  expect(await found("¿qué es lo que para él?")).toEqual([]);
});

test("a read keeps the words of the lines it met, finds the same again, and what is forgotten leaves none", async () => {
  const ana = await person();
  const talk = [...filler(20), "el técnico de la nevera es Wilmer", ...filler(25)];
  await ana.said(...talk);
  const kept = () =>
    database.rows(
      "select turn_number, words::text from agent_turns where conversation_id = $1 and words is not null order by turn_number",
      [ana.conversation],
    );
  const first = await ana.read("¿y el técnico?");
  expect(first.windows.map(({ lines }) => lines[1]?.content)).toEqual(["el técnico de la nevera es Wilmer"]);
  // The newest twenty are the history of the turn, and no read has met them.
  await eventually("the words are kept", async () => (await kept()).length > 0);
  const words = await kept();
  expect(words.map(({ turn_number }) => turn_number)).toEqual(
    Array.from({ length: talk.length - 20 }, (_, at) => at + 1),
  );
  expect(words[20]?.["words"]).toMatch(/'never'.*'tecnic'.*'wilm'/);
  expect(await ana.read("¿y el técnico?")).toEqual(first);
  // A few new lines are read without a write.
  await ana.said("gracias", "con gusto");
  expect((await ana.read("¿y el técnico?")).windows).toEqual(first.windows);
  expect(await kept()).toHaveLength(talk.length - 20);
  await expect(
    database.rows("update agent_turns set content = '' where conversation_id = $1", [ana.conversation]),
  ).rejects.toThrow(/forgotten_lines_have_no_words/);
});

test("a read waits for no words to be kept", async () => {
  const ana = await person();
  await ana.said("el técnico de la nevera es Wilmer", ...filler(45));
  const kept = () =>
    database.rows("select from agent_turns where conversation_id = $1 and words is not null", [ana.conversation]);
  await database.owner.transaction(async (run) => {
    // A write of a line waits until this ends; a read does not.
    await run({ text: "lock table agent_turns in share mode", values: [] });
    expect((await ana.read("¿y el técnico?")).windows).toHaveLength(1);
    expect(await kept()).toEqual([]);
  });
  await eventually("the words are kept", async () => (await kept()).length > 0);
});

test("words that cannot be kept are a line in the log, and the read has what it found", async () => {
  const ana = await person();
  await ana.said("el técnico de la nevera es Wilmer", ...filler(45));
  const warned: string[] = [];
  const pool = openPool({
    ...{ url: database.url, applicationName: "recado test" },
    logger: { ...silentLogger, warn: (_, text) => warned.push(text) },
  });
  try {
    await database.rows("alter table agent_turns add constraint no_words check (words is null) not valid");
    const asked = recollectingFor("TEXT_TOOL_INTENT", "¿y el técnico?", ana.conversation);
    const crm = createCrm(pool);
    expect((await crm.recollect(DEFAULT_WORKSPACE, ana.contact, asked)).windows).toHaveLength(1);
    await eventually("the log has a line", () => warned.length === 1);
    expect(warned).toEqual(["the words of lines were not kept: the next read makes them again"]);
    // The one that failed stands in no other's way.
    await database.rows("alter table agent_turns drop constraint no_words");
    await crm.recollect(DEFAULT_WORKSPACE, ana.contact, asked);
    await eventually("the words are kept", async () => {
      const [row] = await database.rows(
        "select count(*)::int as kept from agent_turns where conversation_id = $1 and words is not null",
        [ana.conversation],
      );
      return Number(row?.["kept"]) > 0;
    });
  } finally {
    await database.rows("alter table agent_turns drop constraint if exists no_words");
    await pool.close();
  }
});

test("another person's facts and talk are read by nobody else, in the workspace and across workspaces", async () => {
  await database.rows("insert into workspaces (id, name) values ('other', 'Other')");
  const [ana, eva, far] = [await person(), await person(), await person("other")];
  for (const who of [eva, far]) {
    await who.told("likes", "el mango biche", "me gusta el mango biche");
    await who.said("quiero mango biche", "listo", ...filler(30));
  }
  const words = "recuérdame comprar mango biche";
  expect(await ana.read(words)).toEqual({ profile: [], facts: [], windows: [] });
  expect((await eva.read(words)).facts).toHaveLength(1);
  // A contact of one workspace is nobody in another, whatever id is asked for.
  const asked = recollectingFor("TEXT_TOOL_INTENT", words, far.conversation);
  expect(await database.store.crm.recollect(DEFAULT_WORKSPACE, far.contact, asked)).toEqual({
    profile: [],
    facts: [],
    windows: [],
  });
  expect((await database.store.crm.recollect("other", far.contact, asked)).facts).toHaveLength(1);
});

test("whatever is asked, each person is read their own words alone, by every door and across workspaces", async () => {
  await database.rows("insert into workspaces (id, name) values ('third', 'Third') on conflict do nothing");
  const random = new Random(SEED_OF_THE_DAY);
  const THINGS = ["mango", "café", "nevera", "técnico", "póliza", "perro", "gimnasio", "pastilla"];
  const pick = () => THINGS[random.below(THINGS.length)] as string;
  const places = [DEFAULT_WORKSPACE, DEFAULT_WORKSPACE, DEFAULT_WORKSPACE, "third", "third"] as const;
  const all: { readonly workspace: string; readonly mark: string; readonly who: Awaited<ReturnType<typeof person>> }[] =
    [];
  for (const [at, workspace] of places.entries())
    all.push({ workspace, mark: `zz${at}`, who: await person(workspace) });
  for (const { who, mark } of all) {
    for (let n = 0; n < 6; n += 1) {
      const thing = pick();
      await who.told("note", `${thing} ${mark}`, `anota mi ${thing} ${mark}`);
    }
    await who.told("display_name", mark, `me llamo ${mark}`);
    await who.said(...Array.from({ length: 50 }, () => `hablemos de ${pick()} y ${pick()} ${mark}`));
  }
  const { crm, memory } = database.store;
  let found = 0;
  for (let round = 0; round < 40; round += 1) {
    const { who, mark } = all[random.below(all.length)] as (typeof all)[number];
    // Sometimes they are asked about in a workspace that is not the person's, or names another person outright.
    const { workspace: asIn } = all[random.below(all.length)] as (typeof all)[number];
    const named = all[random.below(all.length)]?.mark;
    const text = `recuérdame ${pick()} y ${pick()} de ${named}`;
    const asked = recollectingFor("TEXT_TOOL_INTENT", text, who.conversation);
    const scope = { ...CUSTOMER_SCOPE, workspaceId: asIn, contactId: who.contact, conversationId: who.conversation };
    const call = { tool: "memory_query", input: { text, limit: 20 }, idempotencyKey: `q:${round}` };
    const read = await Promise.all([
      crm.recollect(asIn, who.contact, asked),
      crm.facts(asIn, who.contact),
      memory.ofContact(asIn as typeof DEFAULT_WORKSPACE, who.contact as ContactId),
      SHOP_TOOLS.execute({
        ...call,
        scope: { ...scope, granted: ["memory_query"], crm: bindCrm(crm, asIn) },
        signal: new AbortController().signal,
      }),
    ]);
    const marks = new Set(JSON.stringify(read).match(/zz\d/gu) ?? []);
    marks.delete(mark);
    expect([...marks], text).toEqual([]);
    const isTheirs = all.find((one) => one.who === who)?.workspace === asIn;
    if (!isTheirs) expect(JSON.stringify(read), text).not.toContain("zz");
    else found += read[0].facts.length + read[0].windows.length;
  }
  expect(found).toBeGreaterThan(0);
});

test("what is forgotten is read no more, nor the talk in which it was said", async () => {
  const ana = await person();
  const id = await ana.told("likes", "el mango biche", "me gusta el mango biche");
  await ana.said("quiero mango biche", "listo", ...filler(30));
  const words = "recuérdame comprar mango biche";
  expect((await ana.read(words)).windows).toHaveLength(1);
  await database.store.memory.forget(DEFAULT_WORKSPACE as never, ana.contact as never, { facts: [id], actor: "ana" });
  expect((await ana.read(words)).facts).toEqual([]);
  await database.store.memory.forget(DEFAULT_WORKSPACE as never, ana.contact as never, { facts: "all", actor: "ana" });
  expect(await ana.read(words)).toEqual({ profile: [], facts: [], windows: [] });
});

test("the best of 2,000 facts are found, at most as many as a turn may read", async () => {
  const ana = await person();
  await database.rows(
    `insert into contact_facts (workspace_id, contact_id, source_event_id, subject, key, value, value_norm, quote, said_at, kind,
       confidence, sensitivity, valid_from)
     select 'default', $1, gen_random_uuid(), 'self', 'note', 'dato ' || n || ' sobre ' || md5(n::text), n::text,
       'anota dato ' || n || ' sobre ' || md5(n::text), recado_now(), 'stated', 85, 'plain', recado_now()
     from generate_series(1, 2000) n`,
    [ana.contact],
  );
  for (const who of ["Rosa", "Luz", "Marta", "Inés", "Elvira", "Nubia", "Gloria"])
    await ana.told("note", `la tía ${who} cose`, `la tía ${who} cose`);
  const { facts } = await ana.read("recuérdame qué tía cose");
  expect(facts).toHaveLength(5);
  expect(facts.every(({ value }) => value.includes("tía"))).toBe(true);
  const [first] = (
    await database.store.crm.recollect(
      DEFAULT_WORKSPACE,
      ana.contact,
      aboutFacts("¿la tía Elvira cose?", ana.conversation, 3),
    )
  ).facts;
  expect(first?.value).toBe("la tía Elvira cose");
});

test("every key of the profile is read, and by an index of its own: other facts of this person cost nothing", async () => {
  const ana = await person();
  for (const key of PROFILE_KEYS) await ana.told(key, `el ${key}`, `digo ${key}`);
  await database.rows(
    `insert into contact_facts (workspace_id, contact_id, source_event_id, subject, key, value, value_norm, quote, said_at, kind,
       confidence, sensitivity, valid_from)
     select 'default', $1, gen_random_uuid(), 'self', 'note', 'dato ' || n, n::text, 'dato ' || n, recado_now(), 'stated', 85, 'plain',
       recado_now()
     from generate_series(1, 2000) n`,
    [ana.contact],
  );
  await database.rows("analyze contact_facts");
  const { profile } = await ana.read("gracias", "TEXT_SIMPLE");
  expect(profile.map(({ key }) => key)).toEqual([...PROFILE_KEYS].reverse());
  const { text, values } = recollecting(
    DEFAULT_WORKSPACE,
    ana.contact,
    recollectingFor("TEXT_SIMPLE", "gracias", ana.conversation),
  );
  const plan = await database.database.asTenant(DEFAULT_WORKSPACE, (run) =>
    run({ text: `explain (analyze, costs off, timing off, summary off, buffers off) ${text}`, values }),
  );
  const lines = plan.rows.map((row) => String(row["QUERY PLAN"]));
  expect(lines.find((line) => line.includes("facts_of_profile"))).toBeDefined();
  // Rows that a node of the plan has handed on: never the 2,000 others.
  const most = Math.max(...lines.map((line) => Number(/rows=([0-9.]+) loops=/u.exec(line)?.[1] ?? 0)));
  expect(most).toBeLessThan(100);
});

test("of places that share as much, the newest is read", async () => {
  const ana = await person();
  for (let n = 0; n < 6; n += 1) {
    await ana.said(`la nevera del técnico número ${n}`, ...filler(3));
    await database.rows(
      "update agent_turns set created_at = created_at - interval '1 hour' where conversation_id = $1",
      [ana.conversation],
    );
  }
  await ana.said(...filler(25));
  const { windows } = await ana.read("¿y el técnico de la nevera?");
  const said = windows.map(({ lines }) => lines.find(({ content }) => content.startsWith("la nevera"))?.content);
  expect(said).toEqual([5, 4, 3].map((n) => `la nevera del técnico número ${n}`));
});
