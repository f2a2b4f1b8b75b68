import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { loadConfig } from "../../app/load-config.ts";
import { createLogger } from "../../app/log.ts";
import { RecadoError } from "../../core/errors.ts";
import { DEFAULT_WORKSPACE } from "../../core/ids.ts";
import type { Logger } from "../../core/ports/logger.ts";
import type { Collection, TextSearch } from "../../core/ports/text-search.ts";
import { guessLanguage, SEARCH_LANGUAGES, type SearchLanguage } from "../../core/retrieval/search-text.ts";
import { openPool } from "../../postgres/database.ts";
import { openEmbedded } from "../../postgres/embedded/open-embedded.ts";
import { openScenarioDatabase } from "../../postgres/lab/scenario-database.ts";
import { createTextSearch } from "../../postgres/retrieval/text-search.ts";
import { printResult } from "../print.ts";
import { readJsonLines } from "./json-lines.ts";

export interface EvalRetrievalOptions {
  readonly corpus: string;
  readonly questions: string;
  readonly language?: string;
  readonly json?: true;
}

const Item = z.object({ id: z.string().min(1).max(200), text: z.string().min(1) });
type Item = z.output<typeof Item>;
const Question = z.object({ text: z.string().min(1), ids: z.array(z.string()).min(1) });
type Question = z.output<typeof Question>;

/** Shares of the questions, 0 to 1, with four digits. */
interface Result {
  /** The first hit is a right one. */
  readonly top1: number;
  /** A right one is among the first five. */
  readonly top5: number;
  /** All right ones are among the first five, or ten. */
  readonly all5: number;
  readonly all10: number;
  /** Time of a question, at the client; 19 of 20 were faster. */
  readonly msP95: number;
  readonly questions: number;
  readonly items: number;
  readonly language: SearchLanguage;
}

/** Searches the items for each question, in a database of its own that is dropped at the end. */
export async function evaluateRetrieval(options: EvalRetrievalOptions): Promise<void> {
  const items = readJsonLines(options.corpus, Item, { what: "item", shape: '{"id", "text"}' });
  const questions = readJsonLines(options.questions, Question, { what: "question", shape: '{"text", "ids"}' });
  refuseTwins(items, options.corpus);
  if (questions.length === 0) throw new RecadoError("request_invalid", `${options.questions} holds no question.`);
  const language = languageOf(options.language) ?? guessLanguage(items.map(({ text }) => text));
  const collection: Collection = { workspaceId: DEFAULT_WORKSPACE, name: "eval", language };
  const ranks = await withSearch(async (search) => {
    await search.put(collection, items);
    return ranksOf(questions, collection, search);
  });
  const result = resultOf(ranks, { questions: questions.length, items: items.length, language });
  printResult(options.json, result, () => describe(result));
}

function languageOf(named: string | undefined): SearchLanguage | undefined {
  if (named === undefined) return undefined;
  const language = SEARCH_LANGUAGES.find((one) => one === named);
  if (language !== undefined) return language;
  throw new RecadoError(
    "request_invalid",
    `--language ${named}: there is no such language here; there are ${SEARCH_LANGUAGES.join(", ")}.`,
  );
}

function refuseTwins(items: readonly Item[], path: string): void {
  const known = new Set<string>();
  for (const { id } of items) {
    if (known.has(id)) throw new RecadoError("request_invalid", `${path}: the id "${id}" stands there twice.`);
    known.add(id);
  }
}

/** The places of a question's right items among its hits, from 0; `Infinity` when one was not found. */
interface Ranked {
  readonly places: readonly number[];
  readonly ms: number;
}

const DEEPEST = 10;

async function ranksOf(questions: readonly Question[], of: Collection, search: TextSearch): Promise<Ranked[]> {
  const ranked: Ranked[] = [];
  for (const { text, ids } of questions) {
    const startedMs = performance.now();
    const hits = await search.find(of, text, DEEPEST);
    const ms = performance.now() - startedMs;
    const places = ids.map((id) => {
      const place = hits.findIndex((hit) => hit.id === id);
      return place < 0 ? Number.POSITIVE_INFINITY : place;
    });
    ranked.push({ places, ms });
    if (process.stderr.isTTY) process.stderr.write(`\r${ranked.length} of ${questions.length} questions`);
  }
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  return ranked;
}

function resultOf(ranks: readonly Ranked[], size: Pick<Result, "questions" | "items" | "language">): Result {
  const share = (isRight: (places: readonly number[]) => boolean) =>
    Number((ranks.filter(({ places }) => isRight(places)).length / ranks.length).toFixed(4));
  const times = ranks.map(({ ms }) => ms).sort((one, other) => one - other);
  return {
    top1: share((places) => Math.min(...places) < 1),
    top5: share((places) => Math.min(...places) < 5),
    all5: share((places) => Math.max(...places) < 5),
    all10: share((places) => Math.max(...places) < 10),
    msP95: Number((times[Math.ceil(times.length * 0.95) - 1] ?? 0).toFixed(2)),
    ...size,
  };
}

function describe({ top1, top5, all5, all10, msP95, questions, items, language }: Result): string[] {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return [
    `${questions} questions, ${items} items, language ${language}`,
    `first hit right:         ${percent(top1)}`,
    `a right one in five:     ${percent(top5)}`,
    `all right ones in five:  ${percent(all5)}`,
    `all right ones in ten:   ${percent(all10)}`,
    `time of a question, p95: ${msP95} ms`,
  ];
}

/** On the server of DATABASE_URL, else on an embedded one; in a database that no shop uses. */
async function withSearch<Found>(work: (search: TextSearch) => Promise<Found>): Promise<Found> {
  const logger = createLogger({ level: "fatal", style: "line", secrets: [] });
  const { databaseUrl } = loadConfig();
  if (databaseUrl !== null) return onServer(databaseUrl, logger, work);
  const dataDir = mkdtempSync(join(tmpdir(), "recado-eval-"));
  try {
    const server = await openEmbedded({ dataDir, access: "exclusive", logger });
    try {
      return await onServer(server.ownerUrl, logger, work);
    } finally {
      await server.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function onServer<Found>(
  url: string,
  logger: Logger,
  work: (search: TextSearch) => Promise<Found>,
): Promise<Found> {
  const own = await openScenarioDatabase(url, logger);
  try {
    const database = openPool({ url: own.url, applicationName: "recado-eval", logger, maxConnections: 1 });
    try {
      return await work(createTextSearch(database));
    } finally {
      await database.close();
    }
  } finally {
    await own.drop();
  }
}
