import { useText } from "../../text/define-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { Screen } from "../../ui/screen.tsx";
import { sandboxText } from "./text.ts";

export default function Sandbox() {
  const text = useText(sandboxText);
  return (
    <Screen title={text.title} about={text.about}>
      <Empty icon="sandbox" title={text.title} text={text.about} />
    </Screen>
  );
}
