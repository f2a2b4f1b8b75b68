import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const MODULE = fileURLToPath(new URL("../../bin/npm-parent.js", import.meta.url));
const PROGRAM = `
  const { endWithNpm } = await import(${JSON.stringify(MODULE)});
  process.on("SIGTERM", () => { console.log("told to stop"); process.exit(0); });
  endWithNpm();
  console.log("running");
  setTimeout(() => { console.log("went on"); process.exit(0); }, 1500);
`;

/** The program under a shell, as npm runs it; the shell is killed once it runs. Answers what the program said. */
async function loseParent(script: string): Promise<string> {
  // The second command keeps the shell from becoming the program.
  const shell = spawn("sh", ["-c", '"$0" --input-type=module -e "$1"; true', process.execPath, PROGRAM], {
    env: { ...process.env, npm_lifecycle_script: script },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  shell.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (text.includes("running")) shell.kill("SIGTERM");
  });
  await once(shell.stdout, "end"); // the program holds it open, not the shell
  return said;
}

test("npm stopped by a SIGTERM, which its shell does not pass on, takes the program along", async () => {
  expect(await loseParent("node bin/recado.js start")).toBe("running\ntold to stop\n");
});

test("a program that some other script of npm left behind goes on", async () => {
  expect(await loseParent("node deploy.js")).toBe("running\nwent on\n");
});
