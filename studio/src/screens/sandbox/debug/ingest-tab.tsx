import { useText } from "../../../text/use-text.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Part } from "../../../ui/part.tsx";
import type { Sandbox } from "../sandbox-api.ts";

export function IngestTab({ sandbox }: { readonly sandbox: Sandbox }) {
  const text = useText("sandbox");
  const { ingestStatus: status, datosCapturados } = sandbox.session;
  return (
    <>
      <p>
        <Badge tone={status?.active === true ? "accent" : "neutral"}>
          {status?.active === true ? text.ingestOn : text.ingestOff}
        </Badge>{" "}
        {sandbox.timer !== null && <Badge tone="warn">{sandbox.timer.level}</Badge>}
      </p>
      <Part title={text.fields}>
        {Object.entries(datosCapturados).map(([name, value]) => (
          <p key={name} class="break-words">
            <span class="text-muted">{name}</span> {value}
          </p>
        ))}
      </Part>
      <Part title={text.timeline}>
        {status?.timeline.map(({ message, classification, confidence, fieldsExtracted }, index) => (
          <p key={index} class="mb-1.5">
            <Badge>{`${classification} ${confidence}`}</Badge> {message}
            {fieldsExtracted.length > 0 && <span class="block text-xs text-muted">{fieldsExtracted.join(", ")}</span>}
          </p>
        ))}
      </Part>
    </>
  );
}
