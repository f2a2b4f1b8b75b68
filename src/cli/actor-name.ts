import { userInfo } from "node:os";
import { RecadoError } from "../core/errors.ts";
import { holdsPhone } from "../core/inbound/identity.ts";

/**
 * Returns the name that the audit log and a label show for the operator: `--by`, else the user of this
 * machine. Names that begin with `model:` are reserved for models.
 */
export function actorName(by: string | undefined): string {
  const name = (by ?? userInfo().username).trim();
  if (name !== "" && !name.startsWith("model:") && !holdsPhone(name)) return name;
  throw new RecadoError("request_invalid", `--by "${name}" cannot be used: give a person's name, without a phone`);
}
