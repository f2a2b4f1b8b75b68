import type { Config } from "../app/config.ts";
import { loadPrices } from "../app/load-prices.ts";
import { connectModel, type ModelServer, variablesOf } from "../app/model-server.ts";
import { findPrice, type PriceBook } from "../core/model/price.ts";
import type { Model, ModelFailure } from "../core/ports/model/model.ts";
import type { Check } from "./doctor-checks.ts";

type Asking = Pick<Config, "engine" | "modelServer" | "models">;

const TIMEOUT_MS = 15_000;

/** One question of a word to each model, of the configuration and of the agents: it shows that key, name, credit and network are right, for less than a thousandth of a dollar. */
export async function checkModels(
  { engine, modelServer, models: { models, fallbackModel, pricesFile } }: Asking,
  ofAgents: readonly string[] = [],
  timeoutMs: number = TIMEOUT_MS,
): Promise<Check[]> {
  if (engine === "local") {
    const wayOut =
      modelServer.apiKey === null
        ? "set ANTHROPIC_API_KEY for Claude, or RECADO_MODEL_URL for another server"
        : "unset RECADO_ENGINE to ask one";
    return [{ name: "model", ok: true, detail: `none is asked; ${wayOut}` }];
  }
  const place = placeOf(modelServer);
  const prices = loadPrices(pricesFile);
  const model = connectModel(modelServer);
  const checks: Check[] = [];
  for (const name of new Set([
    ...Object.values(models),
    ...(fallbackModel === null ? [] : [fallbackModel]),
    ...ofAgents,
  ])) {
    const { check, isOnlyThisModel } = await askOne(model, name, { ...place, timeoutMs, prices });
    checks.push(check);
    if (!check.ok && !isOnlyThisModel) break; // a key or a network is wrong for all of them
  }
  return checks;
}

function placeOf(server: ModelServer): Pick<Place, "place" | "api" | "variables"> {
  const address = server.api === "messages" ? server.baseUrl : server.url;
  return {
    place: address === null ? "the API of Anthropic" : new URL(address).host,
    api: server.api === "messages" ? "the Messages API" : "OpenAI's chat completions",
    variables: variablesOf(server),
  };
}

interface Place {
  readonly place: string;
  readonly api: string;
  readonly variables: ReturnType<typeof variablesOf>;
  readonly timeoutMs: number;
  readonly prices: PriceBook;
}

async function askOne(model: Model, name: string, where: Place) {
  const { place, timeoutMs, prices } = where;
  const outcome = await model.complete({
    model: name,
    system: [],
    messages: [{ role: "user", content: [{ type: "text", text: "Answer with: ok" }] }],
    maxTokens: 16,
    effort: "low",
    timeoutMs,
  });
  const described =
    outcome.kind === "answered" ? { ok: true, says: `answers at ${place}` } : describeFailure(outcome.failure, where);
  const detail = `${name} ${described.says}${described.ok ? `; ${describePrice(name, prices)}` : ""}`;
  return { check: { name: "model", ok: described.ok, detail }, isOnlyThisModel: isAboutThisModel(outcome) };
}

function isAboutThisModel(outcome: Awaited<ReturnType<Model["complete"]>>): boolean {
  return outcome.kind === "failed" && (outcome.failure.httpStatus === 404 || outcome.failure.httpStatus === 400);
}

function describePrice(name: string, prices: PriceBook): string {
  const price = findPrice(prices, name, new Date().toISOString().slice(0, 10));
  if (price === null) return "its price is not known: tokens are counted, limits in USD cannot be kept with it";
  const { input, output } = price.rates;
  return `${input / 1_000} USD in and ${output / 1_000} USD out per million tokens, by the price of ${price.from}`;
}

/** Sentences for each status and class; what the provider wrote is not shown, and the key never. */
function describeFailure(
  failure: ModelFailure,
  { place, api, variables, timeoutMs }: Place,
): { ok: boolean; says: string } {
  const wrong = (says: string) => ({ ok: false, says });
  if (failure.kind === "spend") {
    return wrong(
      `is refused by ${place}, credit or a limit of spend is used up (${failure.code}): top it up or raise it.`,
    );
  }
  switch (failure.httpStatus) {
    case 401:
      return wrong(`is refused by ${place}, which does not accept the key (401): check ${variables.key}.`);
    case 403:
      return wrong(
        `is refused by ${place}, which does not let this key use it (403): check its workspace and permissions.`,
      );
    case 404:
      return wrong(
        `is not at ${place} (404): check the model's name, and ${variables.address} if you set it (without the path of an endpoint).`,
      );
    case 429:
    case 529:
      return { ok: true, says: `is at ${place}, and busy just now (${failure.httpStatus})` };
  }
  switch (failure.code) {
    case "timeout":
      return wrong(`did not answer at ${place} within ${timeoutMs / 1_000} s: try again, or look at the network.`);
    case "connection":
      return wrong(
        `cannot be asked, ${place} is not reached: look at the network, and at ${variables.address} if you set it.`,
      );
  }
  if (failure.detail !== undefined) return wrong(`is not asked: ${failure.detail}: check ${variables.key}.`);
  if (failure.kind === "truncated" || failure.kind === "refusal") return { ok: true, says: `answers at ${place}` };
  const status = failure.httpStatus === null ? failure.code : `${failure.httpStatus}, ${failure.code}`;
  if (failure.kind === "retry_later") return wrong(`fails at ${place} (${status}): try again in some minutes.`);
  if (failure.kind === "never")
    return wrong(`does not take our request at ${place} (${status}): check the model's name.`);
  return wrong(`answers at ${place}, but not as ${api} does (${status}): check ${variables.address}.`);
}
