import { useState } from "preact/hooks";
import { Link, useSearchParams } from "wouter-preact";
import { useMay, useSession } from "../../api/session.tsx";
import type { Conversation } from "../../api/types.ts";
import { useApi, useCommand } from "../../api/use-api.ts";
import { useCodes } from "../../text/use-codes.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useFail } from "../../ui/states/use-fail.ts";
import { Phone } from "../../ui/values/phone.tsx";
import { Avatar } from "./avatar.tsx";
import { Composer, freeFor } from "./composer/composer.tsx";
import { changeDraft } from "./composer/drafts.ts";
import { attach } from "./composer/uploads.ts";
import { DeskMenu } from "./desk-menu.tsx";
import { Details } from "./details.tsx";
import { ForceIntent } from "./force-intent.tsx";
import { useMarkSeen } from "./mark-seen.ts";
import { Timeline } from "./story/timeline.tsx";

interface ConversationPaneProps {
  readonly id: string;
  readonly hasDetails: boolean;
  readonly onDetails: () => void;
}

export function ConversationPane({ id, hasDetails, onDetails }: ConversationPaneProps) {
  const path = `/internal/agent/conversations/${encodeURIComponent(id)}`;
  const text = useText("inbox");
  const { data: conversation, error, refetch } = useApi<Conversation>(path);
  const [search] = useSearchParams();
  /** The run that the address or the details panel asks to show. */
  const [shownRun, showRun] = useState(() => search.get("run"));
  /** Grows with each message and command of this person: their own word comes into view. */
  const [follow, setFollow] = useState(0);
  const goToEnd = () => setFollow((count) => count + 1);
  const mayOperate = useMay("operate");
  const [isDropping, setDropping] = useState(false);
  useMarkSeen(path, conversation);
  if (conversation === undefined && error !== null) {
    return (
      <div class="grid h-full place-items-center">
        <ErrorState error={error} onRetry={refetch} />
      </div>
    );
  }
  return (
    <div class="relative flex h-full min-h-0">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a file is dropped anywhere; the button attaches it too */}
      <div
        class="relative flex h-full min-w-0 flex-1 flex-col"
        onDragOver={(event) => {
          if (!mayOperate || event.dataTransfer?.types.includes("Files") !== true) return;
          event.preventDefault();
          setDropping(true);
        }}
        onDragLeave={(event) => {
          if (event.relatedTarget === null || !event.currentTarget.contains(event.relatedTarget as Node))
            setDropping(false);
        }}
        onDrop={(event) => {
          setDropping(false);
          const files = event.dataTransfer?.files;
          if (!mayOperate || files === undefined || files.length === 0) return;
          event.preventDefault();
          // It would wait unseen, and leave with the next words.
          if (conversation === undefined || freeFor(conversation, Date.now()) <= 0) {
            return toast(text.windowShutText, "bad");
          }
          // A file goes to the customer: a note that was begun waits.
          changeDraft(id, () => ({ isNote: false }));
          attach(id, files);
        }}
      >
        <PaneHeader
          path={path}
          conversation={conversation}
          hasDetails={hasDetails}
          onDetails={onDetails}
          onActed={goToEnd}
        />
        <Timeline
          path={path}
          conversationId={id}
          shownRun={shownRun}
          follow={follow}
          isPersons={mayOperate && conversation?.botEnabled === false}
        />
        {conversation !== undefined && <Composer path={path} conversation={conversation} onSent={goToEnd} />}
        {isDropping && (
          <div class="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-xl border-2 border-dashed border-accent bg-accent-wash text-accent">
            <p class="flex items-center gap-2 font-semibold">
              <Icon name="clip" /> {text.dropHere}
            </p>
          </div>
        )}
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
  readonly onActed: () => void;
}

function PaneHeader({ path, conversation, hasDetails, onDetails, onActed }: PaneHeaderProps) {
  const codes = useCodes();
  const text = useText("inbox");
  return (
    <header class="@container/pane flex min-h-16 items-center gap-1.5 border-b border-line bg-surface px-2 py-2.5 sm:gap-3 sm:px-3 md:px-5">
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
          <span class="max-sm:hidden">
            <Avatar name={conversation.contact.name} seed={conversation.id} isHuman={!conversation.botEnabled} />
          </span>
          <div class="min-w-0 flex-1 overflow-hidden">
            <h2 class="truncate text-base font-semibold">{conversation.contact.name ?? text.nobody}</h2>
            <p class="flex items-center gap-2 text-xs text-muted">
              <Phone phone={conversation.contact.phone} />
            </p>
          </div>
          {conversation.session !== null && (
            <span class="hidden 2xl:block">
              <Badge>{codes.mode(conversation.session.mode)}</Badge>
            </span>
          )}
          <span class="max-sm:hidden md:max-lg:hidden">
            <ForceIntent path={path} conversation={conversation} />
          </span>
          <DeskMenu path={path} conversation={conversation} />
          <BotSwitch path={path} conversation={conversation} onActed={onActed} />
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

interface BotSwitchProps {
  readonly path: string;
  readonly conversation: Conversation;
  readonly onActed: () => void;
}

function BotSwitch({ path, conversation, onActed }: BotSwitchProps) {
  const text = useText("inbox");
  const { actor } = useSession();
  const mayOperate = useMay("operate");
  const fail = useFail();
  const command = useCommand([path, "/internal/agent/inbox"]);
  if (!mayOperate) return null;
  const isBot = conversation.botEnabled;
  const change = () =>
    command.mutate(
      { path: `${path}/${isBot ? "takeover" : "handback"}`, body: { actor } },
      {
        onSuccess: () => {
          toast(isBot ? text.taken : text.given);
          onActed();
        },
        onError: fail,
      },
    );
  return (
    <Button
      look={isBot ? "plain" : "primary"}
      small
      icon={isBot ? "hand" : "bot"}
      isBusy={command.isPending}
      onClick={change}
      class="shrink-0 max-sm:[&>svg]:hidden"
    >
      <span class="max-sm:hidden md:max-lg:hidden @max-xl/pane:hidden">
        {isBot ? text.takeOverLong : text.giveBack}
      </span>
      <span class="sm:max-md:hidden @min-xl/pane:lg:hidden">{isBot ? text.takeOver : text.bot}</span>
    </Button>
  );
}
