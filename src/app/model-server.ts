import { type Environment, readVariable } from "../core/environment.ts";
import { RecadoError } from "../core/errors.ts";
import type { Model } from "../core/ports/model/model.ts";
import { createChatCompletionsModel } from "../models/chat-completions-model.ts";
import { createClaudeModel } from "../models/claude-model.ts";
import { address } from "./read-variable.ts";

/** The server that is asked, by the API that it speaks. */
export type ModelServer =
  | {
      readonly api: "messages";
      /** null with `baseUrl` null: there is no model to ask. */
      readonly apiKey: string | null;
      /** null: the provider's own. */
      readonly baseUrl: string | null;
    }
  | {
      readonly api: "chat_completions";
      /** null for a server of your own that needs none. */
      readonly apiKey: string | null;
      readonly url: string;
    };

/** The variables of a server with OpenAI's chat completions. */
export const MODEL_SERVER_NAMES = ["RECADO_MODEL_API_KEY", "RECADO_MODEL_URL"] as const;

const OPENAI_URL = "https://api.openai.com";

/** A key alone means OpenAI; an address alone means a server of your own. */
export function readModelServer(env: Environment): ModelServer {
  const messages: ModelServer = {
    api: "messages",
    apiKey: readVariable(env, "ANTHROPIC_API_KEY"),
    baseUrl: address(env, "ANTHROPIC_BASE_URL", ["https:", "http:"], "unset it for the API of Anthropic"),
  };
  const wayOut = "unset it for https://api.openai.com (with RECADO_MODEL_API_KEY), or for the Messages API";
  const url = address(env, "RECADO_MODEL_URL", ["https:", "http:"], wayOut);
  const apiKey = readVariable(env, "RECADO_MODEL_API_KEY");
  if (url === null && apiKey === null) return messages;
  if (!canBeAsked(messages)) return { api: "chat_completions", apiKey, url: url ?? OPENAI_URL };
  const [theirs, ours] = [
    messages.apiKey === null ? "ANTHROPIC_BASE_URL" : "ANTHROPIC_API_KEY",
    url === null ? "RECADO_MODEL_API_KEY" : "RECADO_MODEL_URL",
  ];
  throw new RecadoError(
    "bad_environment",
    `${theirs} and ${ours} name two servers for the language model, and one is asked: unset one of them.`,
  );
}

export function canBeAsked(server: ModelServer): boolean {
  return server.api === "chat_completions" || server.apiKey !== null || server.baseUrl !== null;
}

/** The names of the variables that an operator puts right. */
export function variablesOf({ api }: Pick<ModelServer, "api">): { readonly key: string; readonly address: string } {
  return api === "messages"
    ? { key: "ANTHROPIC_API_KEY", address: "ANTHROPIC_BASE_URL" }
    : { key: "RECADO_MODEL_API_KEY", address: "RECADO_MODEL_URL" };
}

export function connectModel(server: ModelServer): Model {
  if (server.api === "chat_completions") return createChatCompletionsModel(server);
  // A server of your own may want no key; the client wants one to send.
  return createClaudeModel({ apiKey: server.apiKey ?? "none", baseUrl: server.baseUrl });
}
