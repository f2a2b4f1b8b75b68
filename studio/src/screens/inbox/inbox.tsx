import { useText } from "../../text/define-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { Screen } from "../../ui/screen.tsx";
import { inboxText } from "./text.ts";

export default function Inbox() {
  const text = useText(inboxText);
  return (
    <Screen title={text.title} about={text.about}>
      <Empty icon="inbox" title={text.title} text={text.about} />
    </Screen>
  );
}
