import { useText } from "../../text/define-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { Screen } from "../../ui/screen.tsx";
import { replayText } from "./text.ts";

export default function Replay() {
  const text = useText(replayText);
  return (
    <Screen title={text.title} about={text.about}>
      <Empty icon="replay" title={text.title} text={text.about} />
    </Screen>
  );
}
