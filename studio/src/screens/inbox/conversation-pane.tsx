import { useState } from "preact/hooks";
import { Link, useSearchParams } from "wouter-preact";
import { useMay, useSession } from "../../api/session.tsx";
import type { Conversation } from "../../api/types.ts";
import { useApi, useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Phone } from "../../ui/phone.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";
import { Avatar } from "./avatar.tsx";
import { Composer } from "./composer.tsx";
import { Details } from "./details.tsx";
import { ForceIntent } from "./force-intent.tsx";
import { Timeline } from "./timeline.tsx";

interface ConversationPaneProps {
  readonly id: string;
  readonly hasDetails: boolean;
  readonly onDetails: () => void;
}

export function ConversationPane({ id, hasDetails, onDetails }: ConversationPaneProps) {
  const path = `/internal/agent/conversations/${encodeURIComponent(id)}`;
  const { data: conversation, error, refetch } = useApi<Conversation>(path);
  const [search] = useSearchParams();
  /** The run that the address or the details panel asks to show. */
  const [shownRun, showRun] = useState(() => search.get("run"));
  if (conversation === undefined && error !== null) {
    return (
      <div class="grid h-full place-items-center">
        <ErrorState error={error} onRetry={refetch} />
      </div>
    );
  }
  return (
    <div class="relative flex h-full min-h-0">
      <div class="flex h-full min-w-0 flex-1 flex-col">
        <PaneHeader path={path} conversation={conversation} hasDetails={hasDetails} onDetails={onDetails} />
        <Timeline path={path} shownRun={shownRun} />
        {conversation !== undefined && <Composer path={path} conversation={conversation} />}
      </div>
      {hasDetails && conversation !== undefined && (
        <Details conversation={conversation} path={path} onRun={showRun} onClose={onDetails} />
      )}
    </div>
  );
}

interface PaneHeaderProps {
  readonly path: string;
  readonly conversation: Conversation | undefined;
  readonly hasDetails: boolean;
  readonly onDetails: () => void;
}

function PaneHeader({ path, conversation, hasDetails, onDetails }: PaneHeaderProps) {
  const text = useText("inbox");
  return (
    <header class="flex min-h-16 items-center gap-3 border-b border-line bg-surface px-3 py-2.5 md:px-5">
      <Link
        href="/inbox"
        aria-label={text.back}
        class="grid size-9 place-items-center rounded-md text-muted hover:bg-hover md:hidden"
      >
        <Icon name="back" />
      </Link>
      {conversation === undefined ? (
        <>
          <Skeleton class="size-10 rounded-full" />
          <Skeleton class="h-4 w-40" />
        </>
      ) : (
        <>
          <Avatar name={conversation.contact.name} seed={conversation.id} isHuman={!conversation.botEnabled} />
          <div class="min-w-0 flex-1">
            <h2 class="truncate text-base font-semibold">{conversation.contact.name ?? text.nobody}</h2>
            <p class="flex items-center gap-2 text-xs text-muted">
              <Phone phone={conversation.contact.phone} />
            </p>
          </div>
          {conversation.session !== null && (
            <span class="hidden 2xl:block">
              <Badge>{conversation.session.mode}</Badge>
            </span>
          )}
          <ForceIntent path={path} conversation={conversation} />
          <BotSwitch path={path} conversation={conversation} />
          <IconButton
            icon="info"
            label={hasDetails ? text.hideDetails : text.details}
            aria-pressed={hasDetails}
            onClick={onDetails}
          />
        </>
      )}
    </header>
  );
}

function BotSwitch({ path, conversation }: { readonly path: string; readonly conversation: Conversation }) {
  const text = useText("inbox");
  const { actor } = useSession();
  const mayOperate = useMay("operate");
  const command = useCommand([path, "/internal/agent/inbox"]);
  if (!mayOperate) return null;
  const isBot = conversation.botEnabled;
  const change = () =>
    command.mutate(
      { path: `${path}/${isBot ? "takeover" : "handback"}`, body: { actor } },
      {
        onSuccess: () => toast(isBot ? text.taken : text.given),
        onError: (error) => toast(error.message, "bad"),
      },
    );
  return (
    <Button
      look={isBot ? "plain" : "primary"}
      small
      icon={isBot ? "hand" : "bot"}
      isBusy={command.isPending}
      onClick={change}
    >
      <span class="hidden sm:inline">{isBot ? text.takeOverLong : text.giveBack}</span>
      <span class="sm:hidden">{isBot ? text.takeOver : text.bot}</span>
    </Button>
  );
}
