import { useEffect, useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import { refresh, useApi } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EngineField } from "../../ui/fields/engine-field.tsx";
import { Field, Input, Select } from "../../ui/fields/field.tsx";
import { ErrorState, useReason } from "../../ui/states/error-state.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { RelativeTime } from "../../ui/values/time.tsx";
import { type Choices, create, lastAgent, PATH, SAVED, type Sandbox, type Saved, scenarioOf } from "./sandbox-api.ts";

interface Closing {
  readonly onClose: () => void;
}

/** Runs a command once and keeps its refusal, to be shown in the dialog. */
function useDeed() {
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const reason = useReason(failure);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    await work().catch(setFailure);
    setBusy(false);
  };
  return { run, isBusy, fault: failure === null ? null : reason };
}

export function Confirm({
  title,
  warning,
  onClose,
  onYes,
}: Closing & { title: string; warning: string; onYes: () => unknown }) {
  const text = useText("sandbox");
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button look="danger" onClick={onYes}>
            {title}
          </Button>
        </>
      }
    >
      <p class="text-sm text-soft">{warning}</p>
    </Dialog>
  );
}

export function New({ choices, onClose, onDone }: Closing & { choices: Choices; onDone: (id: string) => void }) {
  const text = useText("sandbox");
  const { run, isBusy, fault } = useDeed();
  const [agent, setAgent] = useState(lastAgent.get() || (choices.agents[0]?.id ?? ""));
  const [engine, setEngine] = useState<string>(choices.engines.at(-1) ?? "local");
  const begin = () =>
    run(async () => {
      const { id } = await create(agent, engine);
      onDone(id);
      onClose();
    });
  return (
    <Dialog
      title={text.newTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button look="primary" isBusy={isBusy} onClick={begin}>
            {text.open}
          </Button>
        </>
      }
    >
      <div class="flex flex-col gap-4">
        <p class="text-sm text-soft">{text.newWarning}</p>
        <Field label={text.agent} error={fault}>
          {(wiring) => (
            <Select {...wiring} value={agent} onChange={(event) => setAgent(event.currentTarget.value)}>
              {choices.agents.map(({ id, name, version }) => (
                <option key={id} value={id}>
                  {name} · {version}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <EngineField engine={engine} engines={choices.engines} onChange={setEngine} />
      </div>
    </Dialog>
  );
}

export function Save({ sandbox, onClose }: Closing & { sandbox: Sandbox }) {
  const text = useText("sandbox");
  const { run, isBusy, fault } = useDeed();
  const [name, setName] = useState(sandbox.name ?? "");
  const save = () =>
    run(async () => {
      await request("POST", `${PATH}/${sandbox.id}/save`, { body: { name: name.trim() } });
      await refresh(SAVED, `${PATH}/${sandbox.id}`);
      toast(text.saved(name.trim()));
      onClose();
    });
  return (
    <Dialog
      title={text.save}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button look="primary" isBusy={isBusy} disabled={name.trim() === ""} onClick={save}>
            {text.save}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") void save();
        }}
      >
        <Field label={text.saveName} hint={text.saveHint} error={fault}>
          {(wiring) => (
            <Input {...wiring} value={name} maxLength={80} onInput={(event) => setName(event.currentTarget.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

export function Load({ onClose, onDone }: Closing & { onDone: (id: string) => void }) {
  const text = useText("sandbox");
  const { run, isBusy, fault } = useDeed();
  const { data, error, refetch } = useApi<{ items: readonly Saved[] }>(SAVED);
  const load = (id: string) =>
    run(async () => {
      const loaded = await request<Sandbox>("POST", `${SAVED}/${id}/load`);
      onDone(loaded.id);
      onClose();
    });
  const remove = (id: string) =>
    run(async () => {
      await request("DELETE", `${SAVED}/${id}`);
      await refresh(SAVED);
    });
  return (
    <Dialog title={text.loadTitle} onClose={onClose}>
      {error !== null && <ErrorState error={error} onRetry={refetch} />}
      {fault !== null && <p class="mb-2 text-sm text-bad">{fault}</p>}
      <p class="mb-3 text-sm text-muted">{data?.items.length === 0 ? text.loadEmpty : text.loadWarning}</p>
      <ul class="flex flex-col gap-1">
        {data?.items.map(({ id, name, agent, mode, turns, savedAt }) => (
          <li key={id} class="flex items-center gap-2 rounded-md border border-line px-3 py-2">
            <div class="min-w-0 flex-1 text-sm">
              <strong class="block truncate">{name}</strong>
              <span class="text-xs text-muted">
                {agent} · {mode} · {text.turnsOf(turns)} · <RelativeTime at={savedAt} />
              </span>
            </div>
            <Button small isBusy={isBusy} onClick={() => load(id)}>
              {text.load}
            </Button>
            <IconButton icon="trash" label={text.remove(name)} disabled={isBusy} onClick={() => remove(id)} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

export function Scenario({ sandbox, onClose }: Closing & { sandbox: Sandbox }) {
  const text = useText("sandbox");
  const [yaml, setYaml] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    scenarioOf(sandbox.id).then(setYaml, setFailure);
  }, [sandbox.id]);
  const copy = () => navigator.clipboard.writeText(yaml ?? "").then(() => toast(text.copied));
  const download = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([yaml ?? ""], { type: "application/yaml" }));
    link.download = "scenario.yaml";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Dialog
      wide
      title={text.scenarioTitle}
      onClose={onClose}
      actions={
        <>
          <Button icon="copy" disabled={yaml === null} onClick={copy}>
            {text.copy}
          </Button>
          <Button look="primary" icon="file" disabled={yaml === null} onClick={download}>
            {text.download}
          </Button>
        </>
      }
    >
      <p class="mb-3 text-sm text-muted">{text.scenarioHint}</p>
      {failure === null ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
        <pre tabIndex={0} class="max-h-96 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs">
          {yaml ?? "…"}
        </pre>
      ) : (
        <ErrorState error={failure} />
      )}
    </Dialog>
  );
}

const MEDIA = ["audio", "image", "document", "video"] as const;
const CLASSES = ["DOCUMENT_TEXT", "RECEIPT_INVOICE", "ID_FORM", "GENERAL_IMAGE"] as const;

export function Attach({
  listens,
  onClose,
  onSend,
}: Closing & { listens: boolean; onSend: (act: unknown) => unknown }) {
  const text = useText("sandbox");
  const [kind, setKind] = useState<(typeof MEDIA)[number] | "sticker">("audio");
  const [words, setWords] = useState("");
  const [shows, setShows] = useState("");
  const [recording, setRecording] = useState<{ mimeType: string; base64: string } | null>(null);
  const isSeen = kind === "image" || kind === "document";
  const send = () =>
    onSend(
      kind === "sticker"
        ? { kind }
        : {
            kind: "file",
            medium: kind,
            ...(words.trim() === "" ? {} : { words: words.trim() }),
            ...(isSeen && shows !== ""
              ? { shows: { class: shows, ...(words.trim() === "" ? {} : { text: words.trim() }) } }
              : {}),
            ...(kind === "audio" && recording !== null ? { recording } : {}),
          },
    );
  return (
    <Dialog
      title={text.attachTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button look="primary" icon="send" onClick={send}>
            {text.send}
          </Button>
        </>
      }
    >
      <div class="flex flex-col gap-4">
        <fieldset class="flex flex-wrap gap-2" aria-label={text.attachTitle}>
          {(["sticker", ...MEDIA] as const).map((one) => (
            <Button
              key={one}
              small
              look={one === kind ? "primary" : "plain"}
              aria-pressed={one === kind}
              onClick={() => setKind(one)}
            >
              {text[one]}
            </Button>
          ))}
        </fieldset>
        {kind !== "sticker" && (
          <Field label={text.words}>
            {(wiring) => (
              <Input
                {...wiring}
                value={words}
                maxLength={4096}
                onInput={(event) => setWords(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
        {kind === "audio" && listens && (
          <Field label={text.recording}>
            {(wiring) => (
              <input
                {...wiring}
                type="file"
                accept="audio/*"
                class="text-sm"
                onChange={(event) => readFile(event.currentTarget.files?.[0], setRecording)}
              />
            )}
          </Field>
        )}
        {isSeen && (
          <Field label={text.shows}>
            {(wiring) => (
              <Select {...wiring} value={shows} onChange={(event) => setShows(event.currentTarget.value)}>
                <option value="">{text.nothing}</option>
                {CLASSES.map((one) => (
                  <option key={one} value={one}>
                    {text[`class${one}`]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
    </Dialog>
  );
}

function readFile(
  file: File | undefined,
  heed: (recording: { mimeType: string; base64: string } | null) => void,
): void {
  heed(null);
  if (file === undefined) return;
  const reader = new FileReader();
  reader.onload = () => heed({ mimeType: file.type, base64: String(reader.result).split(",")[1] ?? "" });
  reader.readAsDataURL(file);
}
