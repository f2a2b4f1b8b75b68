import { useState } from "preact/hooks";
import { useText } from "../../text/use-text.ts";
import { useTitle } from "../../ui/screen.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import type { ScreenProps } from "../screen-entry.ts";
import { ConversationPane } from "./conversation-pane.tsx";
import { ConversationList } from "./list/conversation-list.tsx";

/** Shows list, conversation and details side by side, and one after the other on a phone. */
export default function Inbox({ id }: ScreenProps) {
  const text = useText("inbox");
  useTitle(text.title);
  const [hasDetails, setDetails] = useState(() => window.matchMedia("(min-width: 90rem)").matches);
  const [hasFailed, setFailed] = useState(false);
  return (
    <div class="flex h-full min-h-0">
      <div
        class={`h-full w-full min-w-0 flex-col border-line md:flex md:w-72 md:shrink-0 lg:w-84 md:border-r ${id === null ? "flex" : "hidden"}`}
      >
        <ConversationList chosen={id} onFailed={setFailed} />
      </div>
      <div class={`h-full min-w-0 flex-1 ${id === null ? "hidden md:block" : ""}`}>
        {id !== null && <h1 class="sr-only md:hidden">{text.title}</h1>}
        {id === null ? (
          <div class="grid h-full place-items-center">
            {/* The list beside it says why, and asks again. */}
            {hasFailed ? (
              <Empty icon="warning" title={text.noListTitle} text={text.noListText} />
            ) : (
              <Empty icon="inbox" title={text.chooseTitle} text={text.chooseText} />
            )}
          </div>
        ) : (
          <ConversationPane key={id} id={id} hasDetails={hasDetails} onDetails={() => setDetails(!hasDetails)} />
        )}
      </div>
    </div>
  );
}
