import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ask, dataFolder, isAlive, pidIn, temporaryFolder, until } from "./data-folder.ts";
import { type InstalledCopy, installCopy, isRoot, NOBODY } from "./other-process.ts";

describe.runIf(isRoot)("as root, who may become anybody", () => {
  let copy: InstalledCopy;
  beforeAll(() => {
    copy = installCopy();
  }, 60_000);
  afterAll(() => copy.remove());

  test("root's server runs as another user, in a folder of that user's own", async () => {
    const parent = temporaryFolder();
    chmodSync(parent, 0o755);
    const folder = dataFolder(join(parent, "data"));
    await folder.open();
    expect(statSync(join(folder.path, "postgres")).uid).not.toBe(0);
    expect(statSync(join(folder.path, "postgres.password")).uid).toBe(0);
    expect(existsSync(join(folder.path, "location.json"))).toBe(false);
  }, 30_000);

  test("under a closed home the database stands in /var/lib/recado, and stays there", async () => {
    const home = closedHome();
    const elsewhere = systemFolder(join(home, "shop", ".recado"));
    const folder = dataFolder(join(home, "shop", ".recado"));
    const first = await folder.open("exclusive");
    await ask(first.ownerUrl, "create table note as select 'kept' as text");
    const location: unknown = JSON.parse(readFileSync(join(folder.path, "location.json"), "utf8"));
    expect(location).toMatchObject({
      postgres: join(elsewhere, "postgres"),
      why: expect.stringContaining("cannot use"),
    });
    await first.close();

    chmodSync(home, 0o755); // could be used now; the database is where it is
    const second = await folder.open("exclusive");
    expect(await ask(second.ownerUrl, "select text from note")).toEqual([{ text: "kept" }]);
  }, 30_000);

  test("a whole project under a closed home works: programs and data move out, owner and server may be killed", async () => {
    const home = closedHome();
    const closedCopy = installCopy(home);
    const dataDir = join(home, "data");
    const elsewhere = systemFolder(dataDir);
    const owner = closedCopy.start(dataDir, "exclusive");
    expect(await owner.opened()).toMatchObject({ how: "started" });
    const pid = pidIn(join(elsewhere, "postgres")) ?? Number.NaN;
    owner.child.kill("SIGKILL");
    await owner.ended();
    expect(isAlive(pid)).toBe(true);

    const next = closedCopy.start(dataDir, "exclusive");
    expect(await next.opened()).toMatchObject({ how: "adopted" });
    next.child.kill("SIGTERM");
    expect(await next.ended()).toBe(0);
    expect(isAlive(pid)).toBe(false);
  }, 60_000);

  test("a folder that was deleted and made again begins anew, and the old database is set aside", async () => {
    const dataDir = join(closedHome(), "data");
    const elsewhere = systemFolder(dataDir);
    const folder = dataFolder(dataDir);
    const first = await folder.open();
    await ask(first.ownerUrl, "create table note ()");
    await first.close();
    rmSync(folder.path, { recursive: true });

    const second = await folder.open();
    expect(await ask(second.ownerUrl, "select to_regclass('note') as note")).toEqual([{ note: null }]);
    expect(readdirSync(elsewhere).filter((name) => name.startsWith("postgres.left-"))).toHaveLength(1);
  }, 30_000);

  test("an ordinary user works from packages that are not theirs to write, install scripts disabled", async () => {
    const home = homeOfNobody();
    const dataDir = join(home, "data");
    const owner = copy.start(dataDir, "exclusive", NOBODY);
    const { url, how } = await owner.opened();
    expect(how).toBe("started");
    expect(await ask(url ?? "", "select 1 as one")).toEqual([{ one: 1 }]);
    expect(readdirSync(dataDir)).toContainEqual(expect.stringMatching(/^binaries-18/));
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    owner.child.kill("SIGTERM");
    expect(await owner.ended()).toBe(0);
  }, 30_000);

  test("root serves an ordinary user's folder as that user, who can go on alone afterwards", async () => {
    const home = homeOfNobody();
    const folder = dataFolder(join(home, "data"));
    mkdirSync(folder.path);
    chownSync(folder.path, NOBODY.uid, NOBODY.gid);
    const asRoot = await folder.open("exclusive");
    await ask(asRoot.ownerUrl, "create table note as select 'by root' as text");
    expect(statSync(join(folder.path, "postgres")).uid).toBe(NOBODY.uid);
    await asRoot.close();

    const alone = copy.start(folder.path, "exclusive", NOBODY);
    const { url } = await alone.opened();
    expect(await ask(url ?? "", "select text from note")).toEqual([{ text: "by root" }]);
  }, 30_000);

  test("an ordinary user is told that root's folder is root's, and the ways out", async () => {
    const parent = temporaryFolder();
    chmodSync(parent, 0o755);
    const folder = dataFolder(join(parent, "data"));
    await (await folder.open()).close();

    const other = copy.start(folder.path, "exclusive", NOBODY);
    expect(await other.opened()).toEqual({
      code: "data_dir_unusable",
      message:
        `The data folder ${folder.path} belongs to the user root. Start Recado as that user, give the folder to yourself ` +
        "(chown -R), or set RECADO_DATA_DIR to another folder.",
    });
    await until(() => other.child.exitCode === 0);
  }, 30_000);
});

function closedHome(): string {
  const home = temporaryFolder();
  chmodSync(home, 0o700);
  return home;
}

function homeOfNobody(): string {
  const home = temporaryFolder();
  chownSync(home, NOBODY.uid, NOBODY.gid);
  chmodSync(home, 0o755);
  return home;
}

/** Where the database of a closed data folder stands. Ask before opening: what is asked first is cleaned up last. */
function systemFolder(dataDir: string): string {
  const path = join("/var/lib/recado", createHash("sha256").update(dataDir).digest("hex").slice(0, 16));
  onTestFinished(() => {
    const pid = pidIn(join(path, "postgres"));
    if (pid !== null && isAlive(pid)) process.kill(pid, "SIGQUIT");
    rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  });
  return path;
}
