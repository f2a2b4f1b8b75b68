import type { ModelContent, ModelRequest } from "../ports/model/model.ts";

/**
 * Characters of a token. Spanish prose of chats lies between 3 and 4 with the tokenizers of today, JSON near 3; the lower end, because
 * an estimate guards a budget and is put right by the usage of the answer.
 */
const CHARACTERS_PER_TOKEN = 3;
/** A provider's own tokens around a message or a tool. */
const TOKENS_PER_PART = 8;
/** An image of the largest size that is not scaled down. */
const TOKENS_PER_IMAGE = 1_600;
/** A page of a document is about 50 kB and costs its text and its picture. */
const TOKENS_PER_DOCUMENT_BYTE = 3_000 / 50_000;

export function estimateTextTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/**
 * An estimate of a prompt's tokens. Too high rather than too low; pure, so that a replay says the
 * same.
 */
export function estimatePromptTokens(
  request: Pick<ModelRequest, "system" | "messages" | "tools" | "outputSchema" | "sources">,
): number {
  let tokens = request.outputSchema === undefined ? 0 : estimateTextTokens(JSON.stringify(request.outputSchema));
  for (const part of request.system) tokens += estimateTextTokens(part.text);
  for (const tool of request.tools ?? []) {
    tokens += TOKENS_PER_PART + estimateTextTokens(tool.name + tool.description + JSON.stringify(tool.inputSchema));
  }
  for (const source of request.sources ?? []) {
    tokens += TOKENS_PER_PART + estimateTextTokens(source.title + source.text);
  }
  for (const message of request.messages) {
    tokens += TOKENS_PER_PART;
    for (const content of message.content) tokens += estimateContentTokens(content);
  }
  return tokens;
}

export function estimateContentTokens(content: ModelContent): number {
  switch (content.type) {
    case "text":
      return estimateTextTokens(content.text);
    case "image":
      return TOKENS_PER_IMAGE;
    case "document":
      return Math.ceil(content.base64.length * 0.75 * TOKENS_PER_DOCUMENT_BYTE);
    case "tool_call":
      return TOKENS_PER_PART + estimateTextTokens(content.name + (JSON.stringify(content.input) ?? ""));
    case "tool_result":
      return TOKENS_PER_PART + estimateTextTokens(content.output);
    case "opaque":
      return estimateTextTokens(JSON.stringify(content.block) ?? "");
  }
}
