import { Link } from "wouter-preact";
import { useMay } from "../../api/session.tsx";
import type { Confirmation } from "../../api/types.ts";
import { masked } from "../../text/phone-number.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useTechnical } from "../../ui/technical.ts";
import { isPhone } from "../../ui/values/arguments.tsx";
import { useNow } from "../../ui/values/clock.ts";
import { Phone } from "../../ui/values/phone.tsx";
import { RiskBadge } from "../../ui/values/risk.tsx";
import { Countdown, RelativeTime } from "../../ui/values/time.tsx";
import { CallArguments } from "./call-arguments.tsx";
import { amountOf, goodsOf, isDestructive, orderIdOf, recipientOf, withoutIds } from "./confirmation.ts";
import { useAmountWords } from "./use-amount-words.ts";
import { useDeed } from "./use-deed.ts";

const TONES: Readonly<Record<Confirmation["status"], Tone>> = {
  pending: "accent",
  approved: "good",
  denied: "bad",
  expired: "warn",
  cancelled: "neutral",
};

interface CardProps {
  readonly item: Confirmation;
  readonly isChosen?: boolean;
  readonly onDecide?: (decision: "approve" | "deny") => void;
}

/** A question with the exact arguments of its call. */
export function ConfirmationCard({ item, isChosen = false, onDecide }: CardProps) {
  const text = useText("confirmations");
  const frame = useText("frame");
  const codes = useCodes();
  const mayDecide = useMay("operate");
  const amountWords = useAmountWords(item.tool);
  const now = useNow();
  const { tool, contact, input, status } = item;
  const deed = useDeed()(item);
  const isTechnical = useTechnical();
  const amount = amountOf(input);
  const orderId = item.order === null ? null : orderIdOf(input);
  const recipient = recipientOf(input);
  const isOpen = status === "pending" && Date.parse(item.expiresAt) > now;
  const isUrgent = isOpen && Date.parse(item.expiresAt) - now < 30_000;
  const statusText = {
    pending: isOpen ? text.statusPending : text.statusExpired,
    approved: text.statusApproved,
    denied: text.statusDenied,
    expired: text.statusExpired,
    cancelled: text.statusCancelled,
  }[status];
  return (
    <article
      aria-label={`${tool} · ${contact.name ?? masked(contact.phone ?? "")}`}
      aria-current={isChosen}
      data-confirmation={item.id}
      class={`animate-rise rounded-xl border bg-surface shadow-card ${isChosen ? "border-accent" : "border-line"}`}
    >
      <header class="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 md:px-5">
        <div class="flex min-w-0 flex-col gap-1">
          <div class="flex flex-wrap items-center gap-2">
            <h2 class="text-base font-semibold">{deed}</h2>
            <RiskBadge risk={item.risk} />
          </div>
          {item.order !== null && (
            <p class="text-sm font-medium">{[...goodsOf(item.order), amountWords(item.order.total)].join(" · ")}</p>
          )}
          {item.order?.status === "cancelled" && isOpen && (
            <p class="flex items-center gap-1.5 text-sm text-warn">
              <Icon name="warning" size={15} /> {text.orderCancelled}
            </p>
          )}
          {isDestructive(tool) && isOpen && (
            <p class="flex items-center gap-1.5 text-sm text-bad">
              <Icon name="warning" size={15} /> {text.destroys}
            </p>
          )}
          <p class="flex flex-wrap items-center gap-x-2 text-sm text-soft">
            {isTechnical && <span class="font-mono text-xs break-all">{tool}</span>}
            {contact.name !== null && (
              <span class="truncate" data-private>
                {contact.name}
              </span>
            )}
            <Phone phone={contact.phone} />
          </p>
        </div>
        {isOpen ? (
          <p
            class={`flex items-center gap-1.5 rounded-full px-3 py-1 text-sm font-medium ${isUrgent ? "bg-bad-wash text-bad" : "bg-accent-wash text-accent"}`}
          >
            <Icon name="clock" size={15} />
            <span class="max-md:sr-only">{text.expires}</span>
            <Countdown to={item.expiresAt} />
          </p>
        ) : (
          <Badge tone={status === "pending" ? "warn" : TONES[status]}>{statusText}</Badge>
        )}
      </header>
      {(amount !== null || recipient !== null) && (
        <dl class="mx-4 mt-4 flex flex-wrap gap-x-8 gap-y-3 rounded-lg bg-sunken px-4 py-3 md:mx-5">
          {amount !== null && (
            <div>
              <dt class="text-xs text-muted">{text.amount}</dt>
              <dd class="text-xl font-semibold">{amountWords(amount)}</dd>
            </div>
          )}
          {recipient !== null && (
            <div class="min-w-0">
              <dt class="text-xs text-muted">{text.recipient}</dt>
              <dd class="truncate text-xl font-semibold" data-private>
                {isPhone(recipient) ? <Phone phone={recipient} /> : recipient}
              </dd>
            </div>
          )}
        </dl>
      )}
      <section class="px-4 pt-4 md:px-5">
        <h3 class="mb-2 text-xs font-medium text-muted">{text.exactly}</h3>
        <CallArguments item={item} />
      </section>
      <dl class="grid gap-3 px-4 pt-4 pb-4 text-sm md:grid-cols-2 md:px-5">
        <div>
          <dt class="text-xs text-muted">{text.rule}</dt>
          <dd class="text-soft">{codes.rule(item.rule, item.reason)}</dd>
        </div>
        <div>
          <dt class="text-xs text-muted">{text.asked}</dt>
          <dd class="text-soft italic">«{isTechnical ? item.question : withoutIds(item.question)}»</dd>
        </div>
      </dl>
      <footer class="sticky -bottom-8 flex rounded-b-xl bg-surface flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 md:px-5">
        <p class="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <Link href={`/conversations/${item.conversationId}`} class="font-medium text-accent hover:underline">
            {text.conversation}
          </Link>
          {orderId !== null && (
            <Link href={`/orders/${orderId}`} class="font-medium text-accent hover:underline">
              {text.order}
            </Link>
          )}
          {isTechnical && (
            <Link href={`/runs/${item.runId}`} class="font-medium text-accent hover:underline">
              {text.run}
            </Link>
          )}
        </p>
        {item.decidedAt !== null && (
          <p class="text-sm text-muted">
            {item.decidedBy !== null && `${text.by(item.decidedBy)} · `}
            <RelativeTime at={item.decidedAt} />
            {item.note !== null && ` · ${status === "cancelled" ? text.closed(item.note) : item.note}`}
          </p>
        )}
        {isOpen && item.audience === "customer" && <Badge tone="calm">{text.customerDecides}</Badge>}
        {isOpen && item.audience === "operator" && onDecide !== undefined && (
          <div class="flex gap-2 max-md:w-full max-md:[&>button]:h-11 max-md:[&>button]:flex-1">
            <Button
              look={isDestructive(tool) ? "plain" : "danger"}
              disabled={!mayDecide}
              title={mayDecide ? undefined : frame.readOnly}
              onClick={() => onDecide("deny")}
            >
              {text.deny}
            </Button>
            <Button
              look={isDestructive(tool) ? "danger" : "primary"}
              icon="check"
              disabled={!mayDecide}
              title={mayDecide ? undefined : frame.readOnly}
              onClick={() => onDecide("approve")}
            >
              {text.approve}
            </Button>
          </div>
        )}
      </footer>
    </article>
  );
}
