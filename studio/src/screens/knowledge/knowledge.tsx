import { useText } from "../../text/define-text.ts";
import { Empty } from "../../ui/empty.tsx";
import { Screen } from "../../ui/screen.tsx";
import { knowledgeText } from "./text.ts";

export default function Knowledge() {
  const text = useText(knowledgeText);
  return (
    <Screen title={text.title} about={text.about}>
      <Empty icon="knowledge" title={text.title} text={text.about} />
    </Screen>
  );
}
