import { writeFileSync } from "node:fs";
import { loadConfig } from "../../app/load-config.ts";
import { createLogger } from "../../app/log.ts";
import { openDatabase } from "../../app/open-database.ts";
import type { FoundContact } from "../../core/answers/contact.ts";
import { errorText, RecadoError } from "../../core/errors.ts";
import { isUuid, type WorkspaceId } from "../../core/ids.ts";
import { readIdentity } from "../../core/inbound/identity.ts";
import type { PersonalData } from "../../core/ports/personal-data.ts";
import { nameOf } from "../nlu/learning-admin.ts";
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

/** `recado contact export`: all that names a customer, as JSON. */
export async function exportContact(who: string, { out, withoutFiles, by, workspace }: ExportOptions): Promise<void> {
  const asked = { actor: nameOf(by), withFiles: withoutFiles === undefined };
  const result = await atContact(who, workspace, (admin, { id }, of) => admin.export(of, id, asked));
  if (result.kind === "not_found") throw nobody(who, workspace);
  if (result.kind === "too_big") {
    throw new RecadoError(
      "request_invalid",
      `their files hold ${result.fileBytes} bytes, more than one export takes: use --without-files, and save each from /internal/agent/media/{id}/content`,
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
  process.stdout.write(`${out}: ${rows} rows of ${Object.keys(tables).length} tables\n`);
}

/** `recado contact erase`: gone, and nothing late makes them anew. */
export async function eraseContact(who: string, { yes, reason, by, workspace }: EraseOptions): Promise<void> {
  const actor = nameOf(by);
  if (yes === undefined) {
    const found = await atContact(who, workspace, async (_, contact) => contact);
    process.stdout.write(
      `Contact ${found.id} and all that names them would be erased; nothing was.\nIt cannot be taken back: \`recado contact export ${who} --out file.json\` keeps a copy.\nTo do it: \`recado contact erase ${who} --yes\`\n`,
    );
    return;
  }
  const result = await atContact(who, workspace, (admin, { id }, of) => admin.erase(of, id, { actor, reason }));
  if (result.kind === "not_found") throw nobody(who, workspace);
  if (result.kind === "reason_names_person") {
    throw new RecadoError(
      "request_invalid",
      "--reason names the person, a phone or an e-mail; it stays in the audit log: say why without saying who",
    );
  }
  const rows = Object.values(result.rows).reduce((sum, count) => sum + count, 0);
  process.stdout.write(`Erased: ${rows} rows of ${Object.keys(result.rows).length} tables.\n`);
}

async function atContact<Result>(
  who: string,
  named: string,
  work: (admin: PersonalData, contact: FoundContact, workspace: WorkspaceId) => Promise<Result>,
): Promise<Result> {
  const identity = readIdentity(who);
  const name = isUuid(who) ? who : (identity?.bsuid ?? identity?.phone ?? null);
  if (name === null) throw new RecadoError("request_invalid", `"${who}" is no phone, no BSUID and no contact's id`);
  const workspace = readId(named);
  const logger = createLogger({ level: "warn", style: "line", secrets: [] });
  const database = await openDatabase(loadConfig(), { access: "shared", http: false, worker: false, logger });
  try {
    const { personalData } = database.store;
    const contact = await personalData.find(workspace, name);
    if (contact === null) throw nobody(who, named);
    return await work(personalData, contact, workspace);
  } finally {
    await database.close();
  }
}

function nobody(who: string, workspace: string): RecadoError {
  return new RecadoError("not_found", `Nobody is known as "${who}" in the workspace ${workspace}.`);
}
