import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PhoneNumberId } from "../../src/core/ids.ts";
import type { MediaReference } from "../../src/core/inbound/media.ts";
import { detectType } from "../../src/whatsapp/detect-type.ts";
import { createMediaSource } from "../../src/whatsapp/fetch-media.ts";
import { checkMediaAddress } from "../../src/whatsapp/media-address.ts";

/** The smallest PNG: one pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const hashOf = (bytes: Uint8Array, encoding: "hex" | "base64") => createHash("sha256").update(bytes).digest(encoding);
const GRAPH = "https://graph.facebook.com/v26.0";

describe("the address behind a media id", () => {
  test.each([
    "https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1",
    "https://scontent.xx.fbcdn.net/v/1",
    "https://mmg.whatsapp.net/d/f/1",
  ])("%s is Meta's", (url) => {
    expect(checkMediaAddress(url, GRAPH).kind).toBe("trusted");
  });

  test.each([
    "http://lookaside.fbsbx.com/x",
    "https://lookaside.fbsbx.com.evil.example/x",
    "https://evil-fbcdn.net/x",
    "https://fbcdn.net/x",
    "https://127.0.0.1/x",
    "https://127.1/x",
    "https://0x7f000001/x",
    "https://[::ffff:169.254.169.254]/latest/meta-data",
    "http://169.254.169.254/latest/meta-data",
    "https://user:secret@lookaside.fbsbx.com/x",
    "https://lookaside.fbsbx.com:8443/x",
    "https://graph.facebook.com/v26.0/x",
    "file:///etc/passwd",
    "gopher://lookaside.fbsbx.com/x",
    "lookaside.fbsbx.com/x",
    "",
  ])("%s is refused", (url) => {
    expect(checkMediaAddress(url, GRAPH).kind).toBe("refused");
  });

  test("a fake's own origin is trusted, and nothing beside it", () => {
    const fake = "http://127.0.0.1:4700/v26.0";
    expect(checkMediaAddress("http://127.0.0.1:4700/media/1", fake).kind).toBe("trusted");
    expect(checkMediaAddress("http://127.0.0.1:4701/media/1", fake).kind).toBe("refused");
    expect(checkMediaAddress("http://localhost:4700/media/1", fake).kind).toBe("refused");
  });
});

describe("fetching", () => {
  let server: Server;
  let origin: string;
  let handle: (request: IncomingMessage, response: ServerResponse) => void;
  let seen: { url: string; authorization: string | undefined }[];

  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push({ url: request.url ?? "", authorization: request.headers.authorization });
      handle(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    seen = [];
  });

  const reference = (sha256: string | null = null): MediaReference => ({
    mediaId: "123",
    kind: "image",
    declaredType: "image/jpeg",
    declaredSha256: sha256,
    fileName: null,
  });
  const fetchMedia = (sha256: string | null = null, maxBytes = 1_000, timeoutMs = 5_000) =>
    createMediaSource({ baseUrl: `${origin}/v26.0`, accessToken: "token", maxBytes, timeoutMs }).fetch({
      phoneNumberId: "106" as PhoneNumberId,
      reference: reference(sha256),
      signal: new AbortController().signal,
    });
  const json = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };
  /** Meta's two steps: a description, then what `serve` does with the address. */
  const twoSteps =
    (serve: (response: ServerResponse) => void, description: Record<string, unknown> = {}) =>
    (request: IncomingMessage, response: ServerResponse) => {
      if (request.url?.startsWith("/v26.0/123?")) {
        json(response, 200, { id: "123", url: `${origin}/bytes`, mime_type: "image/jpeg", ...description });
      } else serve(response);
    };

  test("both calls carry the token and the number, and the type is what the bytes are", async () => {
    handle = twoSteps((response) => response.end(PNG));
    const outcome = await fetchMedia(hashOf(PNG, "base64"));
    expect(outcome).toMatchObject({ kind: "fetched", sha256: hashOf(PNG, "hex"), detectedType: "image/png" });
    expect(outcome.kind === "fetched" && Buffer.from(outcome.bytes).equals(PNG)).toBe(true);
    expect(seen).toEqual([
      { url: "/v26.0/123?phone_number_id=106", authorization: "Bearer token" },
      { url: "/bytes", authorization: "Bearer token" },
    ]);
  });

  test("bytes with another hash than the signed webhook named are refused", async () => {
    handle = twoSteps((response) => response.end(PNG));
    expect(await fetchMedia(hashOf(Buffer.from("other"), "base64"))).toMatchObject({
      kind: "refused",
      detail: expect.stringContaining("hash"),
    });
  });

  test("a size over the limit is refused before the bytes are asked for", async () => {
    handle = twoSteps((response) => response.end(PNG), { file_size: 1_001 });
    expect(await fetchMedia()).toMatchObject({ kind: "refused", detail: expect.stringContaining("1000 bytes") });
    expect(seen).toHaveLength(1);
  });

  test("a body that lies about its size is not read further than the limit", async () => {
    let wasCut = false;
    handle = twoSteps(
      (response) => {
        response.on("close", () => (wasCut = !response.writableEnded));
        const pour = () => {
          while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
          if (!response.destroyed) response.once("drain", pour);
        };
        pour();
      },
      { file_size: 10 },
    );
    expect(await fetchMedia()).toMatchObject({ kind: "refused" });
    await expect.poll(() => wasCut).toBe(true);
  });

  test("a redirect is not followed: the token stays here", async () => {
    handle = twoSteps((response) => {
      response.writeHead(302, { location: `${origin}/elsewhere` });
      response.end();
    });
    expect(await fetchMedia()).toMatchObject({ kind: "refused", detail: expect.stringContaining("redirect") });
    expect(seen.map(({ url }) => url)).not.toContain("/elsewhere");
  });

  test("an address that is not Meta's is never called", async () => {
    handle = twoSteps((response) => response.end(PNG), { url: "https://localhost/x" });
    expect(await fetchMedia()).toMatchObject({ kind: "refused" });
    expect(seen).toHaveLength(1);
  });

  test("an address that has run out is asked for anew another time", async () => {
    handle = twoSteps((response) => json(response, 404, {}));
    expect(await fetchMedia()).toMatchObject({ kind: "again" });
  });

  test.each([
    [400, { error: { code: 100, message: "Unsupported get request" } }, "unknown"],
    [404, {}, "unknown"],
    [401, { error: { code: 190, message: "expired" } }, "again"],
    [500, {}, "again"],
    [200, { no: "address" }, "again"],
  ])("HTTP %i %j for the id is %s", async (status, body, kind) => {
    handle = (_, response) => json(response, status, body);
    expect((await fetchMedia()).kind).toBe(kind);
  });

  test("a server that hangs costs the time limit and no more", async () => {
    handle = () => {};
    expect((await fetchMedia(null, 1_000, 100)).kind).toBe("again");
  });

  test("an answer that breaks off is no file", async () => {
    handle = twoSteps((response) => {
      response.writeHead(200, { "content-length": "500" });
      response.write("half");
      setImmediate(() => response.destroy());
    });
    expect((await fetchMedia()).kind).toBe("again");
  });
});

test.each([
  [PNG, "image/png"],
  [Buffer.from("<html><script>alert(1)</script></html>"), "text/plain"],
  [Buffer.from("%PDF-1.7\n1 0 obj"), "application/pdf"],
  [
    Buffer.from("OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead\x01\x01", "latin1"),
    "audio/ogg; codecs=opus",
  ],
  [Buffer.from("cédula,nombre\n1,Ana\n"), "text/plain"],
  [Buffer.from([0x00, 0x01, 0x02, 0xff]), "application/octet-stream"],
  [Buffer.from([0x81, 0x82, 0x83, 0xc0]), "application/octet-stream"],
])("%#: bytes are typed by what they are", async (bytes, type) => {
  expect(await detectType(bytes)).toBe(type);
});
