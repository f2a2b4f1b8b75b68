import { describe, expect, test } from "vitest";
import { NOTICE_RULES, readNotices } from "../../src/whatsapp/notice-alerts.ts";
import { parseWebhook } from "../../src/whatsapp/parse-webhook.ts";
import { bytes, webhooksOf } from "./support/payloads.ts";

const notice = (field: string, raw: unknown) => ({ field, phoneNumberId: "106540352242922", wabaId: "waba-1", raw });

/** In short: `kind/severity/subject` of an alert, `-kind,kind/subject` of good news, nothing else. */
function told(field: string, raw: unknown): string {
  const { raise, clear } = readNotices([notice(field, raw)]);
  return [
    ...raise.map(({ kind, severity, subject }) => `${kind}/${severity}/${subject}`),
    ...clear.map(({ kinds, subject }) => `-${kinds.join(",")}/${subject}`),
  ].join(" ");
}

const TROUBLES = "-account_restricted,account_violation,account_disabled,account_disconnected/waba-1";
const TEMPLATE_TROUBLES = "-template_rejected,template_paused,template_disabled,template_flagged/promo";
const template = (more: Record<string, unknown>) => ({ message_template_name: "promo", ...more });
const number = (more: Record<string, unknown>) => ({ display_phone_number: "15550783881", ...more });

const TABLE: readonly [field: string, raw: unknown, told: string][] = [
  ["account_update", { event: "ACCOUNT_RESTRICTION" }, "account_restricted/critical/waba-1"],
  ["account_update", { event: "ACCOUNT_VIOLATION" }, "account_violation/critical/waba-1"],
  ["account_update", { event: "DISABLED_UPDATE" }, "account_disabled/critical/waba-1"],
  ["account_update", { event: "ACCOUNT_DELETED" }, "account_disabled/critical/waba-1"],
  ["account_update", { event: "ACCOUNT_OFFBOARDED" }, "account_disconnected/critical/waba-1"],
  ["account_update", { event: "PARTNER_REMOVED" }, "account_disconnected/critical/waba-1"],
  ["account_update", { event: "PARTNER_APP_UNINSTALLED" }, "account_disconnected/critical/waba-1"],
  ["account_update", { event: "ACCOUNT_RECONNECTED" }, TROUBLES],
  ["account_update", { event: "PARTNER_ADDED" }, "-account_disconnected/waba-1"],
  ["account_update", { event: "PARTNER_APP_INSTALLED" }, "-account_disconnected/waba-1"],
  ["account_update", { event: "VOLUME_BASED_PRICING_TIER_UPDATE" }, ""],
  ["account_update", { event: "toString" }, ""],
  ["account_update", {}, ""],
  ["account_review_update", { decision: "REJECTED" }, "account_review/critical/waba-1"],
  ["account_review_update", { decision: "PENDING" }, "account_review/info/waba-1"],
  ["account_review_update", { decision: "DEFERRED" }, "account_review/warning/waba-1"],
  ["account_review_update", { decision: "APPROVED" }, "-account_review/waba-1"],
  ["account_alerts", { alert_severity: "CRITICAL", alert_type: "X", entity_id: 12 }, "account_alert/critical/X 12"],
  ["account_alerts", { alert_severity: "WARNING", entity_id: "12" }, "account_alert/warning/12"],
  ["account_alerts", { entity_id: "12", alert_info: { alert_severity: "CRITICAL" } }, "account_alert/critical/12"],
  [
    "account_alerts",
    { alert_type: "OBA_APPROVED", alert_severity: "INFORMATIONAL" },
    "account_alert/info/OBA_APPROVED waba-1",
  ],
  ["phone_number_quality_update", number({ event: "FLAGGED" }), "number_quality/critical/15550783881"],
  ["phone_number_quality_update", number({ event: "DOWNGRADE" }), "number_quality/warning/15550783881"],
  ["phone_number_quality_update", number({ event: "UNFLAGGED" }), "-number_quality/15550783881"],
  ["phone_number_quality_update", number({ event: "UPGRADE" }), "-number_quality/15550783881"],
  ["phone_number_quality_update", number({ event: "THROUGHPUT_UPGRADE" }), "-number_quality/15550783881"],
  ["phone_number_quality_update", number({ event: "ONBOARDING" }), ""],
  ["phone_number_name_update", number({ decision: "REJECTED" }), "number_name/warning/15550783881"],
  ["phone_number_name_update", number({ decision: "DEFERRED" }), "number_name/info/15550783881"],
  ["phone_number_name_update", number({ decision: "APPROVED" }), "-number_name/15550783881"],
  ["business_capability_update", { max_daily_conversation_per_phone: 250 }, "messaging_limits/info/waba-1"],
  ["message_template_status_update", template({ event: "REJECTED" }), "template_rejected/warning/promo"],
  ["message_template_status_update", template({ event: "PAUSED" }), "template_paused/warning/promo"],
  ["message_template_status_update", template({ event: "DISABLED" }), "template_disabled/critical/promo"],
  ["message_template_status_update", template({ event: "FLAGGED" }), "template_flagged/warning/promo"],
  ["message_template_status_update", template({ event: "PENDING_DELETION" }), "template_disabled/warning/promo"],
  ["message_template_status_update", template({ event: "APPROVED" }), TEMPLATE_TROUBLES],
  ["message_template_status_update", template({ event: "REINSTATED" }), TEMPLATE_TROUBLES],
  ["message_template_status_update", template({ event: "PENDING" }), ""],
  ["message_template_quality_update", template({ new_quality_score: "RED" }), "template_quality/warning/promo"],
  ["message_template_quality_update", template({ new_quality_score: "YELLOW" }), "template_quality/info/promo"],
  ["message_template_quality_update", template({ new_quality_score: "GREEN" }), "-template_quality/promo"],
  ["message_template_quality_update", template({ new_quality_score: "UNKNOWN" }), ""],
  ["template_category_update", template({ new_category: "MARKETING" }), "template_category/warning/promo"],
  ["template_category_update", template({ correct_category: "MARKETING" }), "template_category/warning/promo"],
  ["message_template_components_update", template({}), "template_changed/info/promo"],
  ["security", number({ event: "PIN_CHANGED" }), "security/warning/15550783881"],
  ["security", number({ event: "PIN_RESET_REQUEST" }), "security/critical/15550783881"],
  ["security", number({ event: "PIN_RESET_SUCCESS" }), "security/critical/15550783881"],
  ["security", number({ event: "TOMORROW" }), "security/warning/15550783881"],
  ["messages.errors", [{ code: 130429, title: "Rate limit hit" }], "channel_error/warning/130429"],
  ["messages.errors", [{ code: 131056 }], "channel_error/info/131056"],
  ["messages.errors", [{ title: "?" }, null], "channel_error/warning/ channel_error/warning/"],
  ["messages.errors", "none", ""],
  ["history", {}, ""],
  ["smb_app_state_sync", {}, ""],
  ["user_preferences", {}, ""],
  ["hologram_update", { event: "EXPLODED" }, ""],
];

test.each(TABLE)("%s %j", (field, raw, expected) => {
  expect(told(field, raw)).toBe(expected);
});

test("every word of the table has a row here", () => {
  const rows = TABLE.map(([field, raw]) => `${field}:${JSON.stringify(raw)}`).join("\n");
  for (const rule of NOTICE_RULES) {
    for (const word of Object.keys(rule.means)) {
      expect(rows).toMatch(new RegExp(`^${rule.field}:.*"${rule.word}":"${word}"`, "m"));
    }
  }
});

describe("the payload folder", () => {
  test.each([
    ["pywa__account_update__account_offboarded", 1, 0],
    ["pywa__account_update__account_reconnected", 0, 1],
    ["pywa__account_update__pricing_tiering_update", 0, 0],
    ["pywa__account_update__partner_removed_wa_app_disconnection", 1, 0],
    ["pywa__template_quality_update__yellow", 1, 0],
    ["pywa__template_status_update__approved", 0, 1],
    ["metars__phone_number_quality_update", 0, 1],
    ["pywa__message__interactive_message_with_err", 1, 0],
    ["metars__history_threads", 0, 0],
    ["metars__history_declined", 0, 0],
  ])("%s raises %i and ends %i", (name, raised, ended) => {
    const { notices } = parseWebhook(bytes(webhooksOf(name)[0]), new Date());
    const { raise, clear } = readNotices(notices);
    expect([raise.length, clear.length]).toEqual([raised, ended]);
  });
});
