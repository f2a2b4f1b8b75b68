import { useState } from "preact/hooks";
import { request } from "../../api/request.ts";
import { refresh } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Input, Select } from "../../ui/fields/field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useExactTime } from "../../ui/values/time.tsx";
import { MEMBERS, PERSON_ROLES, type PersonRole, TOKENS } from "./paths.ts";

export interface MadeLink {
  readonly path: string;
  readonly expiresAt: string;
}

/** Adds a person and shows their link, which only this answer has. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText("people");
  const [name, setName] = useState("");
  const [userId, setUserId] = useState("");
  const [role, setRole] = useState<PersonRole>("operator");
  const [seesSales, setSeesSales] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [made, setMade] = useState<MadeLink | null>(null);
  const act = async () => {
    setBusy(true);
    setError(null);
    const path = `${MEMBERS}/${encodeURIComponent(userId.trim())}`;
    try {
      await request("PUT", path, { body: { role, name: name.trim(), seesSales: role === "operator" && seesSales } });
      setMade(await request<MadeLink>("POST", `${path}/sign-in-link`, { body: {} }));
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
      void refresh(MEMBERS, TOKENS);
    }
  };
  if (made !== null) return <SignInLink made={made} name={name.trim()} onClose={onClose} />;
  return (
    <NoteDialog
      title={text.invite}
      action={text.makeLink}
      hasNote={false}
      isReady={name.trim() !== "" && userId.trim() !== ""}
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onAct={() => void act()}
    >
      <p class="text-sm text-pretty text-soft">{text.inviteText}</p>
      <Field label={text.name}>
        {(wiring) => (
          <Input {...wiring} maxLength={200} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        )}
      </Field>
      <Field label={text.contact} hint={text.contactHint}>
        {(wiring) => (
          <Input {...wiring} maxLength={200} value={userId} onInput={(event) => setUserId(event.currentTarget.value)} />
        )}
      </Field>
      <Field label={text.role}>
        {(wiring) => (
          <Select
            {...wiring}
            value={role}
            onChange={(event) => setRole(PERSON_ROLES.find((one) => one === event.currentTarget.value) ?? "operator")}
          >
            {PERSON_ROLES.map((one) => (
              <option key={one} value={one}>
                {text[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {role === "operator" && (
        <Switch label={text.seesSales} hint={text.seesSalesHint} isOn={seesSales} onChange={setSeesSales} />
      )}
    </NoteDialog>
  );
}

interface SignInLinkProps {
  readonly made: MadeLink;
  readonly name: string;
  readonly onClose: () => void;
}

/** The link, once, with the two ways in which shops send it. */
export function SignInLink({ made, name, onClose }: SignInLinkProps) {
  const text = useText("people");
  const exact = useExactTime();
  const link = `${location.origin}${made.path}`;
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    toast(text.copied);
  };
  return (
    <Dialog
      title={text.linkTitle(name)}
      onClose={onClose}
      actions={
        <Button look="quiet" onClick={onClose}>
          {text.done}
        </Button>
      }
    >
      <div class="flex flex-col gap-4">
        <p class="text-sm text-pretty text-soft">{text.linkText}</p>
        <Input
          aria-label={text.linkTitle(name)}
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div class="flex flex-wrap gap-2">
          <Button look="primary" icon="copy" onClick={() => void copy()}>
            {text.copy}
          </Button>
          <a
            href={`https://wa.me/?text=${encodeURIComponent(text.whatsappText(link))}`}
            target="_blank"
            rel="noreferrer"
            class="inline-flex h-9 items-center rounded-md border border-line bg-surface px-3 text-sm font-medium hover:border-strong"
          >
            {text.sendByWhatsapp}
          </a>
        </div>
        <p class="text-xs text-muted">{text.linkUntil(exact(made.expiresAt))}</p>
      </div>
    </Dialog>
  );
}
