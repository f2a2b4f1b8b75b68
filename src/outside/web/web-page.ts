import * as z from "zod";
import { startDeadline } from "../../core/call-deadline.ts";
import { type Document, type DocumentFault, referenceText } from "../../core/documents/document.ts";
import type { DocumentReader } from "../../core/ports/documents.ts";
import { openDocumentReader } from "../../documents/open-document-reader.ts";
import { defineTool, type Tool, type ToolAnswer } from "../../tools/define-tool.ts";
import { type FetchedPage, fetchPage } from "./fetch-page.ts";
import { createRobotsRules } from "./robots-rules.ts";

export interface WebPageOptions {
  /** Milliseconds for the page, its redirects and its reading. Default: 10,000. */
  readonly timeoutMs?: number;
  /** Default: 3 MiB. */
  readonly maxBytes?: number;
  /** Characters of the page that are returned. Default: 24,000, about 6,000 tokens. */
  readonly maxCharacters?: number;
}

const input = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .describe("The address of the page, as a search has returned it."),
});
const output = z.strictObject({
  url: z.string().describe("Where the page was found in the end."),
  title: z.string().nullable(),
  parts: z.array(z.strictObject({ reference: z.string(), text: z.string() })),
  isCut: z.boolean().describe("True when the page is longer than what is returned."),
});
type Output = z.output<typeof output>;

/**
 * The tool `web.read`: a page of the web, in parts with references. It fetches public addresses alone,
 * heeds robots.txt, runs no script, and reads the page in a process with limits. Words of foreign pages
 * are data: nothing in them is an instruction.
 */
export function webPage({
  timeoutMs = 10_000,
  maxBytes = 3 * 1024 * 1024,
  maxCharacters = 24_000,
}: WebPageOptions = {}): Tool {
  return pageTool(openDocumentReader(), {
    timeoutMs,
    maxBytes,
    maxCharacters,
    mayBePrivate: false,
  });
}

interface PageLimits extends Required<WebPageOptions> {
  /** Tests alone fetch from this machine. */
  readonly mayBePrivate: boolean;
}

/** `webPage` with a given reader. */
export function pageTool(
  reader: DocumentReader,
  { timeoutMs, maxBytes, maxCharacters, mayBePrivate }: PageLimits,
): Tool {
  const robots = createRobotsRules();
  return defineTool({
    name: "web.read",
    description: "Reads a page of the web. Returns its text in parts, each with its place in the page.",
    module: "external",
    ...{ input, output, effect: "read", risk: "low", reversible: true },
    permissions: [],
    timeout: timeoutMs + 500,
    async run({ url }, _scope, { signal }): Promise<ToolAnswer<Output>> {
      const deadline = startDeadline({ timeoutMs, signal });
      const fetching = { robots, maxBytes, signal: deadline.signal, mayBePrivate };
      const page = await fetchPage(new URL(url), fetching).finally(() => deadline.end());
      if (page.kind !== "fetched") return refusal(page);
      const reading = await reader.read(page.bytes, nameFor(page.contentType));
      if (reading.kind === "refused") return unreadable(reading.fault);
      return { kind: "ok", output: { url: page.url.href, ...partsOf(reading.document, maxCharacters) } };
    },
  });
}

function refusal(page: Exclude<FetchedPage, { kind: "fetched" }>): ToolAnswer<Output> {
  const { kind, detail } = page;
  if (kind === "forbidden") return { kind: "denied", reason: detail };
  const isMissing = kind === "missing";
  return {
    kind: "error",
    type: isMissing ? "not_found" : "unavailable",
    code: isMissing ? "page_missing" : "page_unavailable",
    message: detail,
    suggestion: "Use another page.",
    retryable: !isMissing,
  };
}

function unreadable(fault: DocumentFault): ToolAnswer<Output> {
  return {
    kind: "error",
    type: "invalid",
    code: `page_${fault}`,
    message: `The page cannot be read: ${fault}.`,
    suggestion: "Use another page.",
    retryable: false,
  };
}

/** The bytes decide the format; the name only tells text, CSV and HTML apart. */
function nameFor(contentType: string): string {
  if (/html/iu.test(contentType)) return "page.html";
  return /csv/iu.test(contentType) ? "page.csv" : "page.txt";
}

function partsOf({ title, chunks }: Document, maxCharacters: number): Omit<Output, "url"> {
  const parts: Output["parts"] = [];
  let left = maxCharacters;
  for (const { reference, text } of chunks) {
    if (left <= 0) break;
    parts.push({ reference: referenceText(reference), text: text.slice(0, left) });
    left -= text.length;
  }
  return { title, parts, isCut: left < 0 || parts.length < chunks.length };
}
