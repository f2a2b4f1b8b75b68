import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

const pages = [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md"].map(
    (name) => join(root, name),
  ),
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(root, "docs", name)),
];

/** Links to a file or a heading of ours; addresses with a scheme are somebody else's to keep. */
function linksOf(page: string): string[] {
  return [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** `src/…`, `test/…` and `docs/…` in backticks, from the root of the project; `*` and `…` name no one file. */
function pathsOf(page: string): string[] {
  return [...withoutBlocks(page).matchAll(/`((?:src|test|docs)\/[^`\s]*)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => !/[*…<]/.test(path));
}

/** The headings of a page as the anchors that renderers make of them. */
function anchorsOf(page: string): string[] {
  return [...withoutBlocks(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-"),
  );
}

function withoutBlocks(page: string): string {
  return page.replace(/^```[\s\S]*?^```$/gm, "");
}

function withoutCode(page: string): string {
  return withoutBlocks(page).replace(/`[^`\n]*`/g, "");
}

describe.each(pages.map((path) => [relative(root, path), path]))("%s", (_name, path) => {
  const page = readFileSync(path, "utf8");

  test("links to files and headings that exist", () => {
    const broken = linksOf(page).filter((target) => {
      const [file = "", anchor] = target.split("#");
      const aim = file === "" ? path : join(dirname(path), decodeURIComponent(file));
      if (!existsSync(aim)) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(aim, "utf8")).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test("names paths that exist", () => {
    expect(pathsOf(page).filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });
});

test("docs/README.md, the index by task, leads to every page beside it", () => {
  const index = readFileSync(join(root, "docs", "README.md"), "utf8");
  const others = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md") && name !== "README.md");
  expect(others.filter((name) => !linksOf(index).some((target) => target.split("#")[0] === name))).toEqual([]);
});

test("the checks see a broken link, a broken heading and a wrong path", () => {
  expect(linksOf("[a](gone.md) [b](https://example.com) `[c](code.md)`")).toEqual(["gone.md"]);
  expect(pathsOf("`src/gone.ts` and `src/*/x.ts`")).toEqual(["src/gone.ts"]);
  expect(anchorsOf("## Life of a message\n")).toEqual(["life-of-a-message"]);
});
