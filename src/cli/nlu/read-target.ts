import { RecadoError } from "../../core/errors.ts";

/** How often what is answered must be right: a share between 0 and 1. */
export function readTarget(written: string): number {
  const target = Number(written);
  if (written.trim() !== "" && target > 0 && target < 1) return target;
  throw new RecadoError("bad_training_data", `--target is "${written}"; it must lie between 0 and 1, such as 0.95`);
}
