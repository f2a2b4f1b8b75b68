import { useText } from "../../../text/use-text.ts";
import { Part } from "../../../ui/part.tsx";
import type { Turn } from "../sandbox-api.ts";

export function InterruptionTab({ turn }: { readonly turn: Turn }) {
  const text = useText("sandbox");
  if (turn.interrupted.length === 0) return <p class="text-muted">{text.notCut}</p>;
  return (
    <>
      <Part title={text.cut}>
        {turn.interrupted.map((words) => (
          <p key={words} class="mb-1.5 rounded-md bg-sunken p-2 whitespace-pre-wrap text-muted line-through">
            {words}
          </p>
        ))}
      </Part>
      <Part title={text.pending}>{turn.pending.join(", ") || text.none}</Part>
    </>
  );
}
