import { RecadoError } from "../../core/errors.ts";
import { actorName } from "../actor-name.ts";
import { print, printResult } from "../print.ts";
import { withDatabase } from "../with-database.ts";
import { readId } from "./access.ts";

interface PhoneOptions {
  readonly workspace: string;
  readonly by?: string;
  readonly json?: true;
}

/** `recado member bind-phone`: the code is shown once. */
export async function bindPhone(userId: string, { workspace, by, json }: PhoneOptions): Promise<void> {
  const made = await withDatabase(({ accessAdmin }) =>
    accessAdmin.issuePhoneCode(readId(workspace), userId, actorName(by)),
  );
  if (made === null) {
    throw new RecadoError("not_found", `there is no member "${userId}" of ${workspace} who may bind a phone`);
  }
  printResult(json, made, () => [
    `/vincular ${made.code}`,
    `${userId} sends this by WhatsApp to the number of the operator agent, before ${made.expiresAt.toISOString()}.`,
  ]);
}

/** `recado member unbind-phone`. */
export async function unbindPhone(userId: string, { workspace, by }: PhoneOptions): Promise<void> {
  const isUnbound = await withDatabase(({ accessAdmin }) =>
    accessAdmin.unbindPhone(readId(workspace), userId, actorName(by)),
  );
  if (!isUnbound) throw new RecadoError("not_found", `"${userId}" has no phone in ${workspace}`);
  print(`The phone of ${userId} has no rights in ${workspace} any more.`);
}
