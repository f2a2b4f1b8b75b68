import type { ScreenProps } from "../screen-entry.ts";
import { RunDetail } from "./run-detail.tsx";
import { RunList } from "./run-list.tsx";

export default function Runs({ id }: ScreenProps) {
  return id === null ? <RunList /> : <RunDetail id={id} />;
}
