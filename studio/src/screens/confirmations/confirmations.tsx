import { useText } from "../../text/define-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { Screen } from "../../ui/screen.tsx";
import { confirmationsText } from "./text.ts";

export default function Confirmations() {
  const text = useText(confirmationsText);
  return (
    <Screen title={text.title} about={text.about}>
      <Empty icon="confirmations" title={text.title} text={text.about} />
    </Screen>
  );
}
