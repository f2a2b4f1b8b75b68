import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface PushedMessage {
  /** What the browser reads after it has decrypted the message. */
  readonly told: Readonly<Record<string, unknown>>;
  /** What the sender claims, once its signature is proved with the key of the subscription. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly ttl: number;
  /** The bytes that the push service saw. */
  readonly sealed: Buffer;
}

/** The push service of a browser, and the browser behind it: RFC 8030, 8188, 8291 and 8292, with none of our code. */
export async function openPushService() {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  const messages: PushedMessage[] = [];
  const service = {
    messages,
    url: "",
    answer: (response: ServerResponse): unknown => response.writeHead(201).end(),
    /** What `PushManager.subscribe` gives. */
    subscription: (path: string) => ({
      endpoint: `${service.url}/${path}`,
      keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
    }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const sealed = Buffer.concat(chunks);
      const told = JSON.parse(decrypted(sealed, { pair, publicKey, auth }));
      const claims = provenClaims(request.headers.authorization ?? "");
      messages.push({ told, claims, ttl: Number(request.headers["ttl"]), sealed });
      service.answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}
export type PushService = Awaited<ReturnType<typeof openPushService>>;

interface BrowserKeys {
  readonly pair: ReturnType<typeof createECDH>;
  readonly publicKey: Buffer;
  readonly auth: Buffer;
}

/** RFC 8188 with the keys of RFC 8291: salt (16), record size (4), length of the key (1), the sender's key, one record. */
function decrypted(body: Buffer, { pair, publicKey, auth }: BrowserKeys): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const shared = pair.computeSecret(sender);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
  const ikm = Buffer.from(hkdfSync("sha256", shared, auth, info, 32));
  const key = Buffer.from(hkdfSync("sha256", ikm, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", ikm, salt, "Content-Encoding: nonce\0", 12));
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last record ends in 2 and padding.
  return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
}

/** `vapid t=<jwt>, k=<public key>`; throws when the signature is not that key's. */
function provenClaims(authorization: string): Readonly<Record<string, unknown>> {
  const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    ...{ kty: "EC", crv: "P-256" },
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const isProven = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isProven) throw new Error("the sender did not sign with the key that it names");
  return { ...JSON.parse(Buffer.from(claims, "base64url").toString("utf8")), key };
}
