import { useText } from "../../../text/use-text.ts";
import { Part } from "../../../ui/part.tsx";
import type { Turn } from "../sandbox-api.ts";

export function BlocksTab({ turn: { block, pending } }: { readonly turn: Turn }) {
  const text = useText("sandbox");
  const parts = [
    [text.composed, block?.asked],
    [text.selected, block?.selected],
    [text.filtered, block?.filtered],
    [text.sent, block?.sent],
    [text.pending, pending],
  ] as const;
  return (
    <>
      {parts.map(([title, ids = []]) => (
        <Part key={title} title={`${title} (${ids.length})`}>
          {ids.map((id) => (
            <p key={id} class="font-mono text-xs break-all">
              {id}
            </p>
          ))}
        </Part>
      ))}
    </>
  );
}
