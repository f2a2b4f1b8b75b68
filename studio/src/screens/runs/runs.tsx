import { useText } from "../../text/define-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { Screen } from "../../ui/screen.tsx";
import { runsText } from "./text.ts";

export default function Runs() {
  const text = useText(runsText);
  return (
    <Screen title={text.title} about={text.about}>
      <Empty icon="runs" title={text.title} text={text.about} />
    </Screen>
  );
}
