// Answers each request with one recorded message of the Messages API. Sends its port to the parent.
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
const whole = JSON.stringify(message);

const server = createServer(async (request, response) => {
  for await (const _ of request); // the whole question, as a provider reads it
  response.writeHead(200, { "content-type": "application/json" });
  response.end(whole);
});
server.listen(0, "127.0.0.1", () => process.send(server.address().port));
process.once("disconnect", () => process.exit(0));
