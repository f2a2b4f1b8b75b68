import { useEffect } from "preact/hooks";
import { request } from "../../api/request.ts";
import { useMay, useSession } from "../../api/session.tsx";
import type { Conversation } from "../../api/types.ts";
import { refresh } from "../../api/use-api.ts";

/** Notes that a person has read the conversation: when it opens, and with each message that comes before their eyes. */
export function useMarkSeen(path: string, conversation: Conversation | undefined): void {
  const mayOperate = useMay("operate");
  const { actor } = useSession();
  // The window of 24 hours moves with each message of the customer.
  const newest = conversation?.windowClosesAt ?? null;
  const isThere = conversation !== undefined;
  useEffect(() => {
    if (!mayOperate || !isThere) return;
    const mark = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", mark);
      // What fails here is marked with the next message.
      request("PATCH", `${path}/desk`, { body: { isSeen: true, actor } })
        .then(() => refresh("/internal/agent/inbox"))
        .catch(() => undefined);
    };
    document.addEventListener("visibilitychange", mark);
    mark();
    return () => document.removeEventListener("visibilitychange", mark);
  }, [path, newest, isThere, mayOperate]);
}
