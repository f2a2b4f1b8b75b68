import { expect, test } from "vitest";
import type { CustomerFile } from "../../src/core/answers/customer-file.ts";
import { openDoor, UNKNOWN_ID } from "./open-door.ts";

const MEDIA_ID = "01900000-0000-7000-8000-0000000000aa";
const media = {
  id: MEDIA_ID,
  conversationId: MEDIA_ID,
  eventId: MEDIA_ID,
  kind: "document",
  status: "stored",
  declaredType: "image/png",
  detectedType: "text/plain",
  fileName: '"; filename=evil.html',
  sizeBytes: 4,
  sha256: "00",
  attempts: 1,
  detail: null,
  createdAt: new Date("2026-11-22T12:00:00Z"),
} as unknown as CustomerFile;

function doorWith(found: { media: CustomerFile; bytes: Uint8Array | null }) {
  const door = openDoor();
  door.double.media.set(MEDIA_ID, found);
  return (path: string) => door.api("GET", path);
}

test("a stranger's file is saved, never shown: not its claimed type, not its name, no script", async () => {
  const get = doorWith({ media, bytes: Buffer.from("<svg onload=alert(1)>") });
  const response = await get(`/internal/agent/media/${MEDIA_ID}/content`);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("<svg onload=alert(1)>");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="${MEDIA_ID}"`,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
});

test("a picture is given its own type", async () => {
  const get = doorWith({ media: { ...media, detectedType: "image/png" }, bytes: Buffer.from("png") });
  const response = await get(`/internal/agent/media/${MEDIA_ID}/content`);
  expect(response.headers.get("content-type")).toBe("image/png");
});

test("a file that is not here says why", async () => {
  const get = doorWith({ media: { ...media, status: "refused", detail: "it is larger than 25 bytes" }, bytes: null });
  const response = await get(`/internal/agent/media/${MEDIA_ID}/content`);
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ detail: expect.stringContaining("larger than 25 bytes") });
});

test.each([UNKNOWN_ID, "no-id"])("%s is unknown", async (id) => {
  const get = doorWith({ media, bytes: null });
  expect((await get(`/internal/agent/media/${id}/content`)).status).toBe(404);
});
