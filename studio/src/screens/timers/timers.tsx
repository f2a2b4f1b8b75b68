import { useText } from "../../text/define-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { Screen } from "../../ui/screen.tsx";
import { timersText } from "./text.ts";

export default function Timers() {
  const text = useText(timersText);
  return (
    <Screen title={text.title} about={text.about}>
      <Empty icon="timers" title={text.title} text={text.about} />
    </Screen>
  );
}
