import type { Connection } from "../api/live.ts";
import { useText } from "../text/use-text.ts";

const DOTS: Readonly<Record<Connection, string>> = { live: "bg-good", polling: "bg-warn", lost: "bg-bad" };

/** Tells whether the screens are live. */
export function ConnectionMark({
  connection,
  isLabelled = false,
}: {
  readonly connection: Connection;
  readonly isLabelled?: boolean;
}) {
  const text = useText("frame");
  const words = {
    live: text.connectionLive,
    polling: text.connectionPolling,
    lost: text.connectionLost,
  }[connection];
  return (
    <div role="status" title={words} class="flex h-8 items-center gap-3 px-3 text-xs text-muted">
      <span class="grid w-4.5 shrink-0 place-items-center">
        <span class={`size-2 rounded-full ${DOTS[connection]}`} />
      </span>
      <span class={isLabelled ? "" : "sr-only xl:not-sr-only"}>{words}</span>
    </div>
  );
}
