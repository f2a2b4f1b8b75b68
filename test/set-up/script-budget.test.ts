import { expect, test } from "vitest";
import { weigh } from "../../studio/build/weigh-scripts.ts";

const script = (name: string, bytes: number, ...imports: string[]) => ({
  name: `assets/${name}-x1.js`,
  bytes,
  imports: imports.map((one) => `assets/${one}-x1.js`),
});

const SCRIPTS = [
  { name: "appearance.js", bytes: 1, imports: [] },
  { name: "service-worker.js", bytes: 500, imports: [] },
  ...[script("index", 2, "ui"), script("ui", 30), script("inbox", 20, "ui", "list"), script("list", 4)],
  ...[script("spanish", 12), script("english", 10), script("later-spanish", 9), script("later-english", 8)],
  ...[script("orders", 6, "ui", "list", "label"), script("label", 3), script("pdfjs", 900)],
];

test("a first visit downloads the inbox with all that it imports, and one language", () => {
  expect(weigh(SCRIPTS).first).toBe(1 + 2 + 30 + 20 + 4 + 12);
});

test("one more screen weighs what it imports beyond that, with the words of the other screens", () => {
  const orders = weigh(SCRIPTS).screens.filter(({ name }) => name.includes("orders"));
  expect(orders.map(({ bytes }) => bytes)).toEqual([6 + 3 + 9, 6 + 3 + 8]);
});

test("a language without a file of its own is refused: every visitor would download both", () => {
  expect(() => weigh(SCRIPTS.filter(({ name }) => !name.includes("/english")))).toThrow("0 scripts are called english");
});
