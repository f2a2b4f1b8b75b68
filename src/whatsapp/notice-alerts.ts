/** Which of WhatsApp's notices become alerts for a person, and with which severity. */
import type { AlertSeverity, GoodNews, NewAlert } from "../core/operations/alert.ts";
import { field, id, shortId } from "./loose-fields.ts";
import { readErrors } from "./message-content.ts";

/** The notice, as `parseWebhook` returns it. */
interface Told {
  readonly field: string;
  readonly phoneNumberId: string | null;
  readonly wabaId: string | null;
  readonly raw: unknown;
}

export interface NoticeNews {
  readonly raise: NewAlert[];
  readonly clear: GoodNews[];
}

/** What a word of a notice means: an alert, or the end of some. */
type Meaning =
  | { readonly kind: string; readonly severity: AlertSeverity }
  /** These are over, for the same subject. */
  | { readonly over: readonly string[] };

interface Rule {
  readonly field: string;
  /** The path of the decisive word in the notice. */
  readonly word: string;
  /** The path of the subject; the business account when it is absent. */
  readonly subject: string | null;
  readonly means: Readonly<Record<string, Meaning>>;
  /** The meaning of any other word; null to keep the notice without an alert. */
  readonly otherwise: Meaning | null;
}

const TROUBLES = ["account_restricted", "account_violation", "account_disabled", "account_disconnected"];
const TEMPLATE_TROUBLES = ["template_rejected", "template_paused", "template_disabled", "template_flagged"];

const template = (field: string, word: string) => ({ field, word, subject: "message_template_name" });

/** One row for each field. Meta's lists grow: a word that is not here falls to `otherwise`. */
export const NOTICE_RULES: readonly Rule[] = [
  {
    field: "account_update",
    word: "event",
    subject: null,
    means: {
      ACCOUNT_RESTRICTION: { kind: "account_restricted", severity: "critical" },
      ACCOUNT_VIOLATION: { kind: "account_violation", severity: "critical" },
      DISABLED_UPDATE: { kind: "account_disabled", severity: "critical" },
      ACCOUNT_DELETED: { kind: "account_disabled", severity: "critical" },
      ACCOUNT_OFFBOARDED: { kind: "account_disconnected", severity: "critical" },
      PARTNER_REMOVED: { kind: "account_disconnected", severity: "critical" },
      PARTNER_APP_UNINSTALLED: { kind: "account_disconnected", severity: "critical" },
      ACCOUNT_RECONNECTED: { over: TROUBLES },
      PARTNER_ADDED: { over: ["account_disconnected"] },
      PARTNER_APP_INSTALLED: { over: ["account_disconnected"] },
    },
    otherwise: null,
  },
  {
    field: "account_review_update",
    word: "decision",
    subject: null,
    means: {
      REJECTED: { kind: "account_review", severity: "critical" },
      PENDING: { kind: "account_review", severity: "info" },
      DEFERRED: { kind: "account_review", severity: "warning" },
      APPROVED: { over: ["account_review"] },
    },
    otherwise: null,
  },
  {
    // Its own severity decides; see `severityOfMeta`.
    field: "account_alerts",
    word: "alert_type",
    subject: "entity_id",
    means: {},
    otherwise: { kind: "account_alert", severity: "info" },
  },
  {
    field: "phone_number_quality_update",
    word: "event",
    subject: "display_phone_number",
    means: {
      FLAGGED: { kind: "number_quality", severity: "critical" },
      DOWNGRADE: { kind: "number_quality", severity: "warning" },
      UNFLAGGED: { over: ["number_quality"] },
      UPGRADE: { over: ["number_quality"] },
      THROUGHPUT_UPGRADE: { over: ["number_quality"] },
      ONBOARDING: { over: [] },
    },
    otherwise: null,
  },
  {
    field: "phone_number_name_update",
    word: "decision",
    subject: "display_phone_number",
    means: {
      REJECTED: { kind: "number_name", severity: "warning" },
      DEFERRED: { kind: "number_name", severity: "info" },
      APPROVED: { over: ["number_name"] },
    },
    otherwise: null,
  },
  {
    // It always speaks of new limits, and never says whether they are better.
    field: "business_capability_update",
    word: "max_daily_conversation_per_phone",
    subject: null,
    means: {},
    otherwise: { kind: "messaging_limits", severity: "info" },
  },
  {
    ...template("message_template_status_update", "event"),
    means: {
      REJECTED: { kind: "template_rejected", severity: "warning" },
      PAUSED: { kind: "template_paused", severity: "warning" },
      DISABLED: { kind: "template_disabled", severity: "critical" },
      FLAGGED: { kind: "template_flagged", severity: "warning" },
      PENDING_DELETION: { kind: "template_disabled", severity: "warning" },
      APPROVED: { over: TEMPLATE_TROUBLES },
      REINSTATED: { over: TEMPLATE_TROUBLES },
    },
    otherwise: null,
  },
  {
    ...template("message_template_quality_update", "new_quality_score"),
    means: {
      RED: { kind: "template_quality", severity: "warning" },
      YELLOW: { kind: "template_quality", severity: "info" },
      GREEN: { over: ["template_quality"] },
      UNKNOWN: { over: [] },
    },
    otherwise: null,
  },
  {
    // A dearer or cheaper category, or the announcement of one.
    ...template("template_category_update", "new_category"),
    means: {},
    otherwise: { kind: "template_category", severity: "warning" },
  },
  {
    ...template("message_template_components_update", "message_template_name"),
    means: {},
    otherwise: { kind: "template_changed", severity: "info" },
  },
  {
    field: "security",
    word: "event",
    subject: "display_phone_number",
    means: {
      PIN_CHANGED: { kind: "security", severity: "warning" },
      PIN_RESET_REQUEST: { kind: "security", severity: "critical" },
      PIN_RESET_SUCCESS: { kind: "security", severity: "critical" },
    },
    otherwise: { kind: "security", severity: "warning" },
  },
];

/**
 * Errors in a webhook without a message. A throughput error passes by itself; any other needs a
 * person.
 */
const ERROR_SEVERITY: Readonly<Record<number, AlertSeverity>> = { 130429: "warning", 131056: "info" };

/** What the notices of one webhook say to the people of the shop. */
export function readNotices(notices: readonly Told[]): NoticeNews {
  const news: NoticeNews = { raise: [], clear: [] };
  for (const notice of notices) {
    if (notice.field === "messages.errors") news.raise.push(...errorAlerts(notice));
    else readNotice(notice, news);
  }
  return news;
}

function readNotice(notice: Told, news: NoticeNews): void {
  const rule = NOTICE_RULES.find((one) => one.field === notice.field);
  if (rule === undefined) return;
  const word = (wordIn(notice.raw, rule.word) ?? "").toUpperCase();
  const meaning = Object.hasOwn(rule.means, word) ? rule.means[word] : rule.otherwise;
  if (meaning === null || meaning === undefined) return;
  const { phoneNumberId } = notice;
  const subject = (rule.subject === null ? null : wordIn(notice.raw, rule.subject)) ?? notice.wabaId ?? "";
  if ("over" in meaning) {
    if (meaning.over.length > 0) news.clear.push({ kinds: meaning.over, subject, phoneNumberId });
    return;
  }
  const isMetasOwn = notice.field === "account_alerts";
  news.raise.push({
    kind: meaning.kind,
    // One account may have several of Meta's alerts at once: each type is one of ours.
    subject: isMetasOwn && word !== "" ? `${word} ${subject}` : subject,
    severity: isMetasOwn ? severityOfMeta(notice.raw) : meaning.severity,
    phoneNumberId,
    detail: notice.raw,
  });
}

/** Some of Meta's notices hold their words one level deeper (`alert_info`). */
function wordIn(raw: unknown, name: string): string | null {
  const found = field(raw, name) ?? field(field(raw, "alert_info"), name);
  return id.parse(found);
}

function severityOfMeta(raw: unknown): AlertSeverity {
  const word = shortId.parse(wordIn(raw, "alert_severity"))?.toUpperCase();
  return word === "CRITICAL" ? "critical" : word === "WARNING" ? "warning" : "info";
}

function errorAlerts({ raw, phoneNumberId }: Told): NewAlert[] {
  return readErrors(raw).map(({ code, title, details }) => ({
    kind: "channel_error",
    subject: code === null ? "" : String(code),
    severity: (code === null ? undefined : ERROR_SEVERITY[code]) ?? "warning",
    phoneNumberId,
    detail: { code, title, details },
  }));
}
