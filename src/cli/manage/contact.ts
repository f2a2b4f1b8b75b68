import { writeFileSync } from "node:fs";
import type { FoundContact } from "../../core/answers/contact.ts";
import { errorText, RecadoError } from "../../core/errors.ts";
import { isUuid, type WorkspaceId } from "../../core/ids.ts";
import { readIdentity } from "../../core/inbound/identity.ts";
import type { PersonalData } from "../../core/ports/governance/personal-data.ts";
import type { Memory } from "../../core/ports/memory.ts";
import { actorName } from "../actor-name.ts";
import { print } from "../print.ts";
import { withDatabase } from "../with-database.ts";
import { readId } from "./access.ts";

export interface ExportOptions {
  readonly out?: string;
  readonly withoutFiles?: true;
  readonly by?: string;
  readonly workspace: string;
}

export interface EraseOptions {
  readonly yes?: true;
  readonly reason: string;
  readonly by?: string;
  readonly workspace: string;
}

/** `recado contact export`: writes all that names a customer, as JSON. */
export async function exportContact(who: string, { out, withoutFiles, by, workspace }: ExportOptions): Promise<void> {
  const asked = { actor: actorName(by), withFiles: withoutFiles === undefined };
  const result = await atContact(who, workspace, (admin, { id }, of) => admin.export(of, id, asked));
  if (result.kind === "not_found") throw unknownContact(who, workspace);
  if (result.kind === "too_big") {
    throw new RecadoError(
      "request_invalid",
      `the files of this contact hold ${result.fileBytes} bytes, too many for one export: use --without-files and save each file from /internal/agent/media/{id}/content`,
    );
  }
  const { tables } = result.export;
  const written = `${JSON.stringify(result.export, null, 2)}\n`;
  if (out === undefined) {
    process.stdout.write(written);
    return;
  }
  try {
    writeFileSync(out, written, { mode: 0o600 });
  } catch (error) {
    throw new RecadoError("request_invalid", `--out ${out} cannot be written: ${errorText(error)}`);
  }
  const rows = Object.values(tables).reduce((sum, some) => sum + some.length, 0);
  print(`${out}: ${rows} rows of ${Object.keys(tables).length} tables`);
}

/** `recado contact erase`: erases a customer. A message that arrives late does not bring their data back. */
export async function eraseContact(who: string, { yes, reason, by, workspace }: EraseOptions): Promise<void> {
  const actor = actorName(by);
  if (yes === undefined) {
    const found = await atContact(who, workspace, async (_, contact) => contact);
    return print([
      `Nothing was erased. This would erase the contact ${found.id} and all that names them.`,
      `It cannot be undone: \`recado contact export ${who} --out file.json\` keeps a copy.`,
      `To erase: \`recado contact erase ${who} --yes\``,
    ]);
  }
  const result = await atContact(who, workspace, (admin, { id }, of) => admin.erase(of, id, { actor, reason }));
  if (result.kind === "not_found") throw unknownContact(who, workspace);
  if (result.kind === "reason_names_person") {
    throw new RecadoError(
      "request_invalid",
      "--reason names the person, a phone or an e-mail, and stays in the audit log: say why without saying who",
    );
  }
  const rows = Object.values(result.rows).reduce((sum, count) => sum + count, 0);
  print(`Erased: ${rows} rows of ${Object.keys(result.rows).length} tables.`);
}

export async function atContact<Result>(
  who: string,
  named: string,
  work: (admin: PersonalData, contact: FoundContact, workspace: WorkspaceId, memory: Memory) => Promise<Result>,
): Promise<Result> {
  const identity = readIdentity(who);
  const name = isUuid(who) ? who : (identity?.bsuid ?? identity?.phone ?? null);
  if (name === null) throw new RecadoError("request_invalid", `"${who}" is not a phone, a BSUID or a contact id`);
  const workspace = readId(named);
  return withDatabase(async ({ store: { personalData, memory } }) => {
    const contact = await personalData.find(workspace, name);
    if (contact === null) throw unknownContact(who, named);
    return work(personalData, contact, workspace, memory);
  });
}

function unknownContact(who: string, workspace: string): RecadoError {
  return new RecadoError("not_found", `The workspace ${workspace} has no contact "${who}".`);
}
