import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../support/run-command.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "recado-knowledge-cli-"));
  mkdirSync(join(folder, "mal"));
  writeFileSync(join(folder, "horario.md"), "# Horario\n> a qué hora abren\n\nAbrimos a las 6.\n");
  writeFileSync(join(folder, "mal/horario.md"), "Abrimos a las 6.\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const recado = (...words: string[]) => runCommand(["knowledge", ...words], { RECADO_AGENT: "" });

test("a folder is checked before an agent reads it", async () => {
  expect(await recado("check", folder)).toMatchObject({ exitCode: 0, out: expect.stringContaining("1 entry") });
  const faulty = await recado("check", join(folder, "mal"));
  expect(faulty).toMatchObject({ exitCode: 1, err: expect.stringContaining("horario.md: no heading begins an entry") });
});

test("the entries of the shipped agent are listed, and a question is tried on them", async () => {
  expect((await recado("list")).out).toMatch(/^factura +Factura electrónica +\d+ questions$/mu);
  expect((await recado("search", "¿dan factura?")).out).toMatch(/^1\.00 {2}factura$/mu);
  expect((await recado("search", "¿dan factura?", "--json")).out).toContain('"id":"factura"');
  expect((await recado("search", "reparan guitarras eléctricas")).out).toMatch(/Nothing is found/u);
});
