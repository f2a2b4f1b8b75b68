import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { VoiceNote } from "../../src/core/ports/model/transcriber.ts";
import { createOpenaiTranscriber, type TranscriberSettings } from "../../src/models/openai-transcriber.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly name: string; readonly type: string; readonly bytes: Buffer };
}

/** A server of the endpoint over real HTTP; it reads the form with another parser than ours. */
async function serve(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const form = await new Response(Buffer.concat(chunks), {
      headers: { "content-type": request.headers["content-type"] ?? "" },
    }).formData();
    const file = form.get("file") as File;
    asked.push({
      path: request.url ?? "",
      authorization: request.headers.authorization,
      fields: Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === "string")),
      file: { name: file.name, type: file.type, bytes: Buffer.from(await file.arrayBuffer()) },
    });
    answer(response, request);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { url, apiKey: "clave", model: "whisper-1" };
  return {
    asked,
    url,
    hear: (note: Partial<VoiceNote> = {}, more: Partial<TranscriberSettings> = {}) =>
      createOpenaiTranscriber({ ...settings, ...more }).transcribe({ ...NOTE, ...note }, new AbortController().signal),
  };
}

const NOTE: VoiceNote = { bytes: Buffer.from("OggS voz"), mimeType: "audio/ogg; codecs=opus", language: "es" };
const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

test("a voice note goes as the form that the endpoint wants, and its words come back", async () => {
  const { asked, hear } = await serve((response) => json(response, 200, { text: " soy Elkin Páez, estoy en Neiva\n" }));
  expect(await hear()).toEqual({ kind: "heard", text: "soy Elkin Páez, estoy en Neiva" });
  expect(asked).toEqual([
    {
      path: "/v1/audio/transcriptions",
      authorization: "Bearer clave",
      fields: { model: "whisper-1", language: "es", response_format: "json" },
      file: { name: "nota.ogg", type: "audio/ogg", bytes: Buffer.from("OggS voz") },
    },
  ]);
});

test("a server of one's own needs no key, and may answer with the bare text", async () => {
  const { asked, hear } = await serve((response) => {
    response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end("hola, ¿cuánto vale?");
  });
  expect(await hear({}, { apiKey: null })).toEqual({ kind: "heard", text: "hola, ¿cuánto vale?" });
  expect(asked[0]?.authorization).toBeUndefined();
});

test.each([
  "",
  "  ",
  "...",
  "Subtítulos realizados por la comunidad de Amara.org",
  "¡Gracias por ver el video!",
  "[Música]",
])("%j holds no words", async (text) => {
  const { hear } = await serve((response) => json(response, 200, { text }));
  expect(await hear()).toEqual({ kind: "empty" });
});

test("what PostgreSQL cannot store is not among the words", async () => {
  const { hear } = await serve((response) => {
    response.writeHead(200, { "content-type": "application/json" }).end('{"text":"hola\\u0000 Ana \\ud83d"}');
  });
  expect(await hear()).toEqual({ kind: "heard", text: "hola  Ana \uFFFD" });
});

test.each([
  [401, { error: { code: "invalid_api_key" } }, {}, { kind: "never", code: "invalid_api_key", retryAfterMs: null }],
  [403, "nope", {}, { kind: "never", code: "http_403", retryAfterMs: null }],
  [
    400,
    { error: { type: "invalid_request_error", code: null } },
    {},
    { kind: "never", code: "invalid_request_error", retryAfterMs: null },
  ],
  [
    429,
    { error: { code: "rate_limit_exceeded" } },
    { "retry-after": "2" },
    { kind: "retry_later", code: "rate_limit_exceeded", retryAfterMs: 2000 },
  ],
  [
    429,
    { error: { code: "insufficient_quota" } },
    {},
    { kind: "spend", code: "insufficient_quota", retryAfterMs: null },
  ],
  [
    500,
    { error: { code: "hola Ana, su clave es 123" } },
    {},
    { kind: "retry_later", code: "http_500", retryAfterMs: null },
  ],
  [503, "", {}, { kind: "retry_later", code: "http_503", retryAfterMs: null }],
])("HTTP %i %j is a failure with its class", async (status, body, headers, failure) => {
  const { asked, hear } = await serve((response) => json(response, status, body, headers));
  expect(await hear()).toEqual({ kind: "failed", failure: { httpStatus: status, ...failure } });
  expect(asked).toHaveLength(1); // Nobody asks twice in here.
});

test("a redirect is not followed: neither voice nor key goes elsewhere", async () => {
  const elsewhere = await serve((response) => json(response, 200, { text: "robado" }));
  const { hear } = await serve((response) => response.writeHead(307, { location: elsewhere.url }).end());
  expect(await hear()).toMatchObject({ kind: "failed", failure: { kind: "never", code: "redirected" } });
  expect(elsewhere.asked).toEqual([]);
});

test.each([
  ["no JSON", "<html>"],
  ["JSON without a text", '{"words":[]}'],
])("a 200 with %s is broken output", async (_, body) => {
  const { hear } = await serve((response) => response.writeHead(200).end(body));
  expect(await hear()).toMatchObject({ kind: "failed", failure: { kind: "broken_output", code: "no_text" } });
});

test("an endless answer is not read to its end", async () => {
  const { hear } = await serve((response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const pour = () => {
      while (!response.destroyed && response.write("x".repeat(65_536))) {}
      if (!response.destroyed) response.once("drain", pour);
    };
    pour();
  });
  expect(await hear()).toMatchObject({ kind: "failed", failure: { kind: "broken_output", code: "answer_too_large" } });
});

test("an answer that breaks off is nobody's words", async () => {
  const { hear } = await serve((response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
    response.write('{"text":"soy El');
    setTimeout(() => response.destroy(), 20);
  });
  expect(await hear()).toMatchObject({ kind: "failed", failure: { kind: "retry_later", code: "connection" } });
});

test("an answer that does not come is a timeout, and a process that stops waits for none", async () => {
  const { hear, url } = await serve(() => {});
  expect(await hear({}, { timeoutMs: 60 })).toMatchObject({ failure: { kind: "retry_later", code: "timeout" } });
  const stop = new AbortController();
  const heard = createOpenaiTranscriber({ url, apiKey: null, model: "m" }).transcribe(NOTE, stop.signal);
  stop.abort();
  expect(await heard).toMatchObject({ failure: { kind: "retry_later", code: "aborted" } });
});

test("nobody there: later", async () => {
  const { hear } = await serve(() => {});
  await new Promise((resolve) => servers.splice(0)[0]?.close(resolve));
  expect(await hear()).toMatchObject({ kind: "failed", failure: { kind: "retry_later", code: "connection" } });
});

test("what is too large, empty or no sound does not leave the house", async () => {
  const { asked, hear } = await serve((response) => json(response, 200, { text: "hola" }));
  expect(await hear({ bytes: new Uint8Array(25_000_001) })).toMatchObject({ failure: { code: "file_too_large" } });
  expect(await hear({ bytes: new Uint8Array() })).toEqual({ kind: "empty" });
  expect(await hear({ mimeType: "text/html" })).toMatchObject({ failure: { kind: "never", code: "format_unknown" } });
  expect(asked).toEqual([]);
});
