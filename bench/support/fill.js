import pg from "pg";

/** Fills an empty or filled database in one transaction by what `work` asks of its client; returns what that returns. */
export async function fill(database, work) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    // Rows that are right by construction: their foreign keys need no check.
    await client.query("set session_replication_role = replica");
    await client.query("begin");
    const made = await work(client);
    await client.query("commit");
    await client.query("vacuum analyze");
    return made;
  } finally {
    await client.end();
  }
}
