import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyProject, type ProjectCopy } from "./project-copy.ts";

describe("a fresh clone, in the order of a developer's day", () => {
  let project: ProjectCopy;
  beforeAll(() => {
    project = copyProject();
  });
  afterAll(() => project.remove());

  test("two first starts at once install once, build once and both run", async () => {
    // The harshest of settings: scripts off, and development packages unwanted.
    const env = { NODE_ENV: "production", npm_config_ignore_scripts: "true", npm_config_omit: "dev" };
    const both = await Promise.all([project.run(["start"], { env }), project.run(["worker", "--json"], { env })]);

    expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(both.map(({ stdout }) => stdout.replace(/\d+/, "#"))).toEqual([
      "served # start\n",
      "served # worker --json\n",
    ]);
    const said = both.map(({ stderr }) => stderr).join("");
    expect(said.match(/Installing packages/g)).toHaveLength(1);
    expect(said.match(/Building/g)).toHaveLength(1);
    expect(readFileSync(join(project.path, "dist/postgres/migrations/0001.sql"), "utf8")).toBe("select 1;\n");
    expect(readFileSync(join(project.path, "dist/cli/main.js.map"), "utf8")).toContain('"../../src/cli/main.ts"');
    expect(readFileSync(join(project.path, "dist/studio/index.html"), "utf8")).toContain("first");
    expect(readdirSync(join(project.path, ".set-up"))).toEqual([".gitignore"]);
  }, 180_000);

  test("a later start does nothing but start", async () => {
    expect(await project.run(["start"])).toMatchObject({ exitCode: 0, stderr: "" });
  });

  test("changed sources are built again, and what was deleted from them goes", async () => {
    project.write("src/cli/main.ts", 'console.log("changed");\n');
    rmSync(join(project.path, "src/postgres"), { recursive: true });
    expect(await project.run([])).toMatchObject({ stdout: "changed\n", stderr: "Building…\n" });
    expect(existsSync(join(project.path, "dist/postgres"))).toBe(false);
  });

  test("a changed Studio is built again without the rest, and the rest without the Studio", async () => {
    const madeAt = (path: string) => readFileSync(join(project.path, "dist", path, ".built-from"), "utf8");
    const before = { program: madeAt(""), studio: madeAt("studio") };
    project.write("studio/index.html", "<!doctype html><title>second</title>\n");
    expect(await project.run([])).toMatchObject({ stdout: "changed\n", stderr: "Building…\n" });
    expect(readFileSync(join(project.path, "dist/studio/index.html"), "utf8")).toContain("second");
    expect(madeAt("")).toBe(before.program);
    expect(madeAt("studio")).not.toBe(before.studio);
  });

  test("sources that do not compile are one sentence and the compiler's words, and the last build stays whole", async () => {
    project.write("src/cli/main.ts", 'const count: number = "three";\nconsole.log(count);\n');
    const failed = await project.run([]);
    expect(failed).toMatchObject({ exitCode: 1, stdout: "" });
    expect(failed.stderr).toMatch(
      /Building failed: the sources do not compile\..*\n\nsrc\/cli\/main\.ts\(1,7\): error TS2322/,
    );
    expect(readFileSync(join(project.path, "dist/cli/main.js"), "utf8")).toContain("changed");
    project.write("src/cli/main.ts", 'console.log("mended");\n');
  });

  test("packages that somebody installed by hand are taken as they are", async () => {
    rmSync(join(project.path, "node_modules/.recado-set-up"));
    expect((await project.run([])).stderr).toBe("Building…\n");
  });

  test("the lock of a process that was killed is no obstacle", async () => {
    project.write("src/cli/main.ts", 'console.log("after the kill");\n');
    project.write(`.set-up/lock-${process.pid}-1-abcdef`, ""); // our number, another process's birth
    project.write(".set-up/lock-4194304-1-abcdef", "");
    expect((await project.run([])).stderr).toBe("Building…\n");
  });

  test.runIf(process.getuid?.() === 0)(
    "someone who may not write into the project is told so, and may run what is built",
    async () => {
      const nobody = { uid: 65534, gid: 65534 };
      expect(await project.run([], nobody)).toMatchObject({ exitCode: 0, stderr: "", stdout: "after the kill\n" });
      project.write("src/cli/main.ts", 'console.log("not built");\n');
      const refused = await project.run([], nobody);
      expect(refused.exitCode).toBe(1);
      expect(refused.stderr).toBe(
        `Recado has to install or build in ${project.path} and may not write there (EACCES): ` +
          "start it once as a user who may, or copy the project to a folder of your own.\n",
      );
    },
  );
});

describe("what stops a start", () => {
  let project: ProjectCopy;
  beforeAll(() => {
    project = copyProject();
  });
  afterAll(() => project.remove());

  test("a Node that is too old is named, before anything else happens", async () => {
    project.write(
      "old-node.cjs",
      'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.4" } });',
    );
    const refused = await project.run(["start"], { nodeArgs: ["--require", "./old-node.cjs"] });
    expect(refused).toEqual({
      exitCode: 1,
      stdout: "",
      stderr:
        "Recado needs Node 20.20 or newer, and this is Node 20.19.4: install a newer one (https://nodejs.org) and start again.\n",
    });
  });

  test("no npm", async () => {
    project.write("empty/.keep", "");
    const refused = await project.run([], { env: { PATH: join(project.path, "empty"), npm_execpath: "" } });
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain("there is no npm on the PATH: install it and start again.");
  });

  test("packages that cannot be fetched", async () => {
    const env = { npm_config_offline: "true", npm_config_cache: join(project.path, "empty-cache") };
    const refused = await project.run([], { env });
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(
      /Installing the packages failed\. Mend what npm says below, then start again\.\n\nnpm error code E/,
    );
  }, 60_000);

  test("an installed package, without sources, needs no set-up", async () => {
    project.write("dist/bundle/main.js", 'console.log("installed");\n');
    rmSync(join(project.path, "src"), { recursive: true });
    expect(await project.run([])).toEqual({ exitCode: 0, stdout: "installed\n", stderr: "" });
  });
});
