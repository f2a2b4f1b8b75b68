import { useState } from "preact/hooks";
import { useSession } from "../../api/session.tsx";
import type { Member } from "../../api/types.ts";
import { useApi, useCommand } from "../../api/use-api.ts";
import { useText } from "../../text/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/fields/field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { NoteDialog } from "../../ui/note-dialog.tsx";
import { Panel } from "../../ui/screen.tsx";
import { AnswerPending } from "../../ui/states/answer-pending.tsx";
import { Empty } from "../../ui/states/empty.tsx";
import { toast } from "../../ui/states/toast.tsx";
import { useFail } from "../../ui/states/use-fail.ts";
import { RelativeTime } from "../../ui/values/time.tsx";
import { type MadeLink, SignInLink } from "./invite-dialog.tsx";
import { MEMBERS, PERSON_ROLES, TOKENS } from "./paths.ts";

export function MemberList() {
  const text = useText("people");
  const { actor } = useSession();
  const answer = useApi<{ readonly items: readonly Member[] }>(MEMBERS);
  const [removing, setRemoving] = useState<Member | null>(null);
  const [made, setMade] = useState<(MadeLink & { readonly name: string }) | null>(null);
  const change = useCommand([MEMBERS, TOKENS]);
  const link = useCommand<MadeLink>([TOKENS]);
  const fail = useFail();
  const { data } = answer;
  if (data === undefined) return <AnswerPending answer={answer} rows={3} />;
  if (data.items.length === 0) return <Empty icon="person" title={text.noMembersTitle} text={text.noMembersText} />;
  const path = (member: Member) => `${MEMBERS}/${encodeURIComponent(member.userId)}`;
  return (
    <div class="mx-auto max-w-3xl pt-4">
      <Panel>
        <ul class="divide-y divide-line">
          {data.items.map((member) => (
            <li key={member.userId} class="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5">
              <div class="min-w-0 flex-1 basis-48">
                <p class="flex flex-wrap items-center gap-2 font-medium">
                  <span class="break-words">{member.name}</span>
                  {member.name === actor && <Badge tone="accent">{text.you}</Badge>}
                </p>
                <p class="flex flex-wrap gap-x-3 text-xs text-muted">
                  <span class="break-all">{member.userId}</span>
                  <span>
                    {text.added} <RelativeTime at={member.addedAt} />
                  </span>
                </p>
                {member.role === "operator" && (
                  <div class="pt-2">
                    <Switch
                      label={text.seesSales}
                      hint={text.seesSalesHint}
                      isOn={member.seesSales}
                      disabled={change.isPending}
                      onChange={(seesSales) =>
                        change.mutate(
                          {
                            method: "PUT",
                            path: path(member),
                            body: { role: member.role, name: member.name, seesSales },
                          },
                          {
                            onSuccess: () => toast((seesSales ? text.salesShown : text.salesHidden)(member.name)),
                            onError: fail,
                          },
                        )
                      }
                    />
                  </div>
                )}
              </div>
              <Select
                aria-label={text.changeRole(member.name)}
                value={member.role}
                disabled={change.isPending || member.role === "service"}
                onChange={({ currentTarget: chosen }) =>
                  change.mutate(
                    {
                      method: "PUT",
                      path: path(member),
                      body: { role: chosen.value, name: member.name },
                    },
                    {
                      onSuccess: () => toast(text.roleChanged),
                      onError: (error) => {
                        chosen.value = member.role;
                        fail(error);
                      },
                    },
                  )
                }
              >
                {[...PERSON_ROLES, ...(member.role === "service" ? (["service"] as const) : [])].map((role) => (
                  <option key={role} value={role}>
                    {text[role]}
                  </option>
                ))}
              </Select>
              <div class="flex flex-wrap gap-2">
                <Button
                  small
                  icon="link"
                  isBusy={link.isPending}
                  disabled={member.role === "service"}
                  onClick={() =>
                    link.mutate(
                      { path: `${path(member)}/sign-in-link`, body: {} },
                      { onSuccess: (one) => setMade({ ...one, name: member.name }), onError: fail },
                    )
                  }
                >
                  {text.newLink}
                </Button>
                <Button small look="quiet" icon="trash" onClick={() => setRemoving(member)}>
                  {text.remove}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </Panel>
      {made !== null && <SignInLink made={made} name={made.name} onClose={() => setMade(null)} />}
      {removing !== null && (
        <NoteDialog
          title={text.removeTitle(removing.name)}
          action={text.remove}
          look="danger"
          hasNote={false}
          isBusy={change.isPending}
          error={change.error}
          onClose={() => setRemoving(null)}
          onAct={() =>
            change.mutate(
              { method: "DELETE", path: path(removing) },
              {
                onSuccess: () => {
                  setRemoving(null);
                  toast(text.removed);
                },
              },
            )
          }
        >
          <p class="text-sm text-pretty text-soft">{text.removeText}</p>
        </NoteDialog>
      )}
    </div>
  );
}
