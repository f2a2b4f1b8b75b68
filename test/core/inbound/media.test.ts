import { describe, expect, test } from "vitest";
import type { MessageContent } from "../../../src/core/inbound/content.ts";
import { mediaOf, mediaSettlementOf } from "../../../src/core/inbound/media.ts";

const receivedAt = new Date("2026-11-22T12:00:00Z");
const DAY_MS = 86_400_000;
const attempt = (n: number, ageMs = 0) => ({ attempt: n, receivedAt, now: new Date(receivedAt.getTime() + ageMs) });

test.each<[MessageContent, string | null]>([
  [{ type: "text", body: "hola" }, null],
  [{ type: "sticker", mediaId: "9" }, "9"],
  [{ type: "sticker", mediaId: null }, null],
  [
    {
      type: "media",
      media: "audio",
      mediaId: "7",
      mimeType: "audio/ogg; codecs=opus",
      sha256: "aGFzaA==",
      caption: null,
      fileName: null,
      isVoiceNote: true,
    },
    "7",
  ],
])("%j names the file %s", (content, mediaId) => {
  expect(mediaOf(content)?.mediaId ?? null).toBe(mediaId);
});

describe("what an attempt means for its file", () => {
  test("a refusal is never tried again", () => {
    expect(mediaSettlementOf({ kind: "refused", detail: "too large" }, attempt(1))).toEqual({
      kind: "refused",
      detail: "too large",
    });
  });

  test.each([
    [1, 1_000],
    [2, 5_000],
    [3, 30_000],
    [4, 120_000],
    [5, 600_000],
    [6, 3_600_000],
    [60, 3_600_000],
  ])("after attempt %i it waits %i ms", (n, delayMs) => {
    expect(mediaSettlementOf({ kind: "again", detail: "HTTP 500" }, attempt(n))).toEqual({
      kind: "retry",
      delayMs,
      detail: "HTTP 500",
    });
  });

  test("after seven days it is gone, whatever the failure was", () => {
    const settled = mediaSettlementOf({ kind: "again", detail: "HTTP 500" }, attempt(60, 7 * DAY_MS));
    expect(settled).toMatchObject({ kind: "gone", detail: expect.stringContaining("seven days") });
  });

  test("a file that WhatsApp does not know is asked for three times", () => {
    const kinds = [1, 2, 3].map((n) => mediaSettlementOf({ kind: "unknown", detail: "HTTP 404" }, attempt(n)).kind);
    expect(kinds).toEqual(["retry", "retry", "gone"]);
  });
});
