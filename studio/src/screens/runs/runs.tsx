import type { ScreenProps } from "../screen-entry.ts";
import { PlanList } from "./plan-list.tsx";
import { RunDetail } from "./run-detail.tsx";
import { RunList } from "./run-list.tsx";
import { useRunTab } from "./run-tabs.tsx";

export default function Runs({ id }: ScreenProps) {
  const tab = useRunTab();
  if (id !== null) return <RunDetail id={id} />;
  return tab === "plans" ? <PlanList /> : <RunList />;
}
