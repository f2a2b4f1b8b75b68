import { useState } from "preact/hooks";
import { useSearchParams } from "wouter-preact";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { Screen } from "../../ui/screen.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { AccessList } from "./access-list.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MemberList } from "./member-list.tsx";
import { TokenDialog } from "./token-dialog.tsx";

const TABS = ["members", "access"] as const;

/** Who may come in, and what each of them has come in with. */
export default function People() {
  const text = useText("people");
  const [search, setSearch] = useSearchParams();
  const [open, setOpen] = useState<"invite" | "token" | null>(null);
  const tab = TABS.find((name) => name === search.get("tab")) ?? "members";
  return (
    <Screen
      title={text.title}
      about={text.about}
      actions={
        tab === "members" ? (
          <Button icon="plus" look="primary" onClick={() => setOpen("invite")}>
            {text.invite}
          </Button>
        ) : (
          <Button icon="plus" onClick={() => setOpen("token")}>
            {text.newToken}
          </Button>
        )
      }
    >
      <Tabs
        label={text.tabs}
        chosen={tab}
        onChoose={(name) => setSearch(name === "members" ? {} : { tab: name }, { replace: true })}
        tabs={TABS.map((name) => ({ name, label: text[name] }))}
      >
        {tab === "members" ? <MemberList /> : <AccessList />}
      </Tabs>
      {open === "invite" && <InviteDialog onClose={() => setOpen(null)} />}
      {open === "token" && <TokenDialog onClose={() => setOpen(null)} />}
    </Screen>
  );
}
