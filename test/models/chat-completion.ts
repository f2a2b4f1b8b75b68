/** An answer of a chat completions server. */
export function completion(message: object, fields: object = {}, finish_reason: string | null = "stop") {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    model: "gpt-5-2026-08-07",
    choices: [{ index: 0, message: { role: "assistant", content: null, ...message }, finish_reason }],
    usage: {
      prompt_tokens: 1_000,
      completion_tokens: 50,
      total_tokens: 1_050,
      prompt_tokens_details: { cached_tokens: 600 },
    },
    ...fields,
  };
}

export const answered = completion({ content: "Vale 79.900 pesos." });

export const call = (fields: object = {}) => ({
  id: "call_1",
  type: "function",
  function: { name: "crm_order_create", arguments: '{"pack":"2x"}' },
  ...fields,
});
