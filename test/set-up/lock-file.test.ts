import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";

/** What `npm ci` fetches is what was locked, byte for byte, from whatever registry a machine is set up with. */
const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
      os: z.array(z.string()).optional(),
      libc: z.array(z.string()).optional(),
    }),
  ),
});
const text = readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8");
const { packages } = lock.parse(JSON.parse(text));
const fetched = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && link !== true);

/**
 * The compilers and checkers that developers run, as other systems than Linux (and Linux with musl) get them: the registry
 * that the lock was written from did not have these versions, so npm takes them by version alone. None is in what runs.
 */
const KNOWN = /^node_modules\/(@biomejs\/cli|@oxc-parser\/binding|@swc\/core|@tailwindcss\/oxide)-/;

test("every package that is fetched has an integrity; missing is no more than tools of other systems", () => {
  const without = fetched.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""));
  expect(without.filter(([path]) => !KNOWN.test(path))).toEqual([]);
  expect(without.filter(([, { dev }]) => dev !== true)).toEqual([]);
  const onLinux = ["x64", "arm64"].flatMap((arch) => [`linux-${arch}`, `linux-${arch}-gnu`]);
  expect(without.filter(([path]) => onLinux.some((end) => path.endsWith(end)))).toEqual([]);
  expect(without.length).toBeLessThanOrEqual(39);
});

test("the lock names no registry, so that it is no machine's own", () => {
  expect(fetched.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(text).not.toMatch(/https?:\/\/[^"]*\.tgz/);
});

test("no install script of a package runs, also where a developer calls npm", () => {
  const npmrc = readFileSync(new URL("../../.npmrc", import.meta.url), "utf8");
  expect(npmrc.split("\n")).toEqual(
    expect.arrayContaining(["ignore-scripts=true", "omit-lockfile-registry-resolved=true"]),
  );
});
