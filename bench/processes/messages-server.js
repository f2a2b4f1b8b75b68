// Answers each request with one recorded message of the Messages API, whole or as a stream. Sends its port to the parent.
import { createServer } from "node:http";

const text = "El paquete doble vale 129.900 pesos y el envío es gratis. ¿Se lo reservo?";
const message = {
  id: "msg_01XFDUDYJgAACzvnptvVoYEL",
  type: "message",
  role: "assistant",
  model: "claude-haiku-5-5",
  content: [{ type: "text", text }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1_800, output_tokens: 60, cache_creation_input_tokens: 0, cache_read_input_tokens: 1_600 },
};
const pieces = text.match(/.{1,12}/g);
const events = [
  { type: "message_start", message: { ...message, content: [], stop_reason: null } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  ...pieces.map((piece) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: piece } })),
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 60 } },
  { type: "message_stop" },
];
const whole = JSON.stringify(message);
const stream = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const isStream = Buffer.concat(chunks).includes('"stream":true');
  response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
  response.end(isStream ? stream : whole);
});
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
process.once("disconnect", () => process.exit(0));
