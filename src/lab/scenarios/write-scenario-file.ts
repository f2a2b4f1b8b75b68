import { Document, isMap, isPair, isScalar, isSeq, type YAMLMap, type YAMLSeq } from "yaml";

/** The longest list or map that stands on one line. */
const ONE_LINE = 88;

/** The text of a scenario file: one scenario below the other, lists and small maps on one line each. */
export function writeScenarioFile(file: object): string {
  const document = new Document(file);
  shorten(document.contents);
  const scenarios = document.get("scenarios");
  if (isSeq(scenarios)) for (const item of scenarios.items.slice(1)) if (isMap(item)) item.spaceBefore = true;
  const { contents } = document;
  if (isMap(contents)) {
    for (const { key } of contents.items.slice(1)) if (isScalar(key)) key.spaceBefore = true;
  }
  return document.toString({ lineWidth: 118, flowCollectionPadding: true, minContentWidth: 60 });
}

/** What happens and what is expected each get their lines; the small things within them share one. */
const ALWAYS_OPEN = new Set(["steps", "expect", "scenarios", "startingPoints"]);

function shorten(node: unknown, name = ""): void {
  if (isSeq(node)) {
    if (!ALWAYS_OPEN.has(name) && fits(node)) node.flow = true;
    else for (const item of node.items) isMap(item) ? shortenMap(item) : shorten(item);
  } else if (isMap(node)) {
    if (!ALWAYS_OPEN.has(name) && name !== "" && fits(node)) node.flow = true;
    else shortenMap(node);
  }
}

function shortenMap(map: YAMLMap): void {
  for (const pair of map.items) {
    if (isPair(pair) && isScalar(pair.key)) shorten(pair.value, String(pair.key.value));
  }
}

function fits(node: YAMLSeq | YAMLMap): boolean {
  return JSON.stringify(node).length <= ONE_LINE;
}
