import { expect, test } from "vitest";
import type { PhoneNumberId } from "../../../src/core/ids.ts";
import { REFUSAL_KINDS } from "../../../src/core/outbound/refusal.ts";
import { circuitsClosedNews, refusalAlert } from "../../../src/core/outbound/refusal-alert.ts";

const phoneNumberId = "106540352242922" as PhoneNumberId;

test("a person is told what is theirs to mend, with the way out; of the rest nobody", () => {
  const told = REFUSAL_KINDS.flatMap((refusal) => {
    const alert = refusalAlert({ refusal, code: 1, phoneNumberId });
    return alert === null ? [] : [[alert.kind, alert.severity, alert.subject]];
  });
  expect(told).toEqual([
    ["send_refused_credential", "critical", ""],
    ["send_refused_number", "critical", phoneNumberId],
    ["send_refused_registration", "critical", phoneNumberId],
    ["send_refused_bad_request", "warning", phoneNumberId],
    ["send_refused_spam_limit", "critical", phoneNumberId],
    ["send_refused_template", "warning", phoneNumberId],
    ["send_refused_unknown", "warning", phoneNumberId],
  ]);
  expect(refusalAlert({ refusal: "credential", code: 190, phoneNumberId })?.detail).toMatchObject({
    code: 190,
    wayOut: expect.stringContaining("WHATSAPP_ACCESS_TOKEN"),
  });
});

test("a message that passes ends exactly the alerts of what was closed", () => {
  expect(circuitsClosedNews(phoneNumberId, ["number"]).map(({ kinds }) => kinds)).toEqual([
    ["send_refused_number"],
    ["send_refused_registration"],
  ]);
  expect(
    circuitsClosedNews(phoneNumberId, ["number", "credential"]).map(({ kinds, subject }) => [...kinds, subject]),
  ).toEqual([
    ["send_refused_credential", ""],
    ["send_refused_number", phoneNumberId],
    ["send_refused_registration", phoneNumberId],
  ]);
});
