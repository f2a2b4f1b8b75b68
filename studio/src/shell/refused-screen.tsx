import { useLocation } from "wouter-preact";
import type { ScreenEntry } from "../screens/screen-entry.ts";
import { useText } from "../text/use-text.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/states/empty.tsx";

/** What stands at the address of a screen that this person's role may not open: why, and who can change it. */
export function RefusedScreen({ entry: { name, needs } }: { readonly entry: ScreenEntry }) {
  const text = useText("frame");
  const title = useText("screens")[name];
  const [, navigate] = useLocation();
  return (
    <Empty
      icon="key"
      title={text.refusedTitle(title)}
      text={needs === "sales" ? text.refusedSales : text.refusedOwners}
    >
      <Button look="primary" onClick={() => navigate("/inbox")}>
        {text.goToInbox}
      </Button>
    </Empty>
  );
}
