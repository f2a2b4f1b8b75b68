import { expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { welcome } from "../../src/cli/welcome.ts";

const LOCKS = {
  apiToken: "recado_0123456789abcdef",
  isApiTokenNew: true,
  appSecrets: ["s"],
  verifyToken: "v",
  simulatorToken: "sim",
};
const DATABASE = { kind: "embedded", how: "started", version: "18.4", tookMs: 640, applied: [] } as const;

function text(
  env: Record<string, string>,
  locks = LOCKS,
  address = "http://127.0.0.1:4600",
  isTerminal = true,
  applied: readonly string[] = [],
): string {
  const config = readConfig(env, { agentIds: ["somnio"], cwd: process.cwd() });
  const app = { address, agentId: "somnio", database: { ...DATABASE, applied }, locks };
  return welcome({
    app,
    config,
    tookMs: 1_234,
    signInCode: "a-code",
    argv: ["node", "/opt/shop/bin/recado.js", "start"],
    isTerminal,
  });
}

test("says where it is open, with what, and what to do next", () => {
  const said = text({});
  expect(said).toContain("Recado is open at http://127.0.0.1:4600  (1.2 s)");
  expect(said).toMatch(/database +embedded PostgreSQL 18\.4 in \.recado, started in 0\.6 s/);
  expect(said).toMatch(/Studio +http:\/\/127\.0\.0\.1:4600\/studio\/sign-in\?code=a-code/);
  expect(said).toMatch(/webhook +http:\/\/127\.0\.0\.1:4600\/api\/whatsapp\/webhook/);
  expect(said).toMatch(/Next: talk to it as a customer[\s\S]*recado\.js chat/);
});

test("says that an upgrade has changed the database, and not what a new one is made of", () => {
  const after = (...applied: string[]) => text({}, LOCKS, "http://127.0.0.1:4600", true, applied);
  expect(after("0056_a", "0060_b", "0061_c")).toContain("started in 0.6 s; upgraded by 3 migrations, to 0061_c");
  expect(after("0001_main_road", "0002_sending")).not.toContain("upgraded");
});

test("shows the API token when it was made now, and never again", () => {
  expect(text({})).toContain("recado_0123456789abcdef");
  expect(text({}, { ...LOCKS, isApiTokenNew: false })).not.toContain("recado_0123456789abcdef");
});

test("what is no terminal, and may keep what it is told, gets the token's place alone", () => {
  const said = text({}, LOCKS, "http://127.0.0.1:4600", false);
  expect(said).not.toContain("recado_0123456789abcdef");
  expect(said).toMatch(/API token +in \.recado\/secrets\.json/);
});

test("with WhatsApp itself the next thing is Meta's side", () => {
  const said = text({ WHATSAPP_ACCESS_TOKEN: "t", WHATSAPP_APP_SECRET: "s3cret", WHATSAPP_VERIFY_TOKEN: "word" });
  expect(said).toMatch(/give Meta the webhook's public address/);
  expect(said).not.toMatch(/s3cret|word\b(?! )/);
});

test("the next command finds this server where it stands, also when that is not the usual place", () => {
  expect(text({})).toMatch(/^ {2}node \S*recado\.js chat$/m);
  const moved = text({ RECADO_DATA_DIR: "/srv/my shop", HOST: "192.168.1.7" }, LOCKS, "http://192.168.1.7:8080");
  expect(moved).toMatch(
    /^ {2}PORT=8080 HOST=192\.168\.1\.7 RECADO_DATA_DIR='\/srv\/my shop' node \S*recado\.js chat$/m,
  );
});
