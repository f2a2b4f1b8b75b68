import type { EraseResult, PersonalData } from "../../core/ports/governance/personal-data.ts";
import type { Database } from "../database.ts";
import { retried } from "../turns/settle-identity.ts";
import { findContact } from "./contact-subject.ts";
import { eraseContact } from "./erase-contact.ts";
import { exportContact } from "./export-contact.ts";

export function createPersonalData(database: Database): PersonalData {
  return {
    find: (workspace, name) => findContact(database.run, workspace, name),
    export: (workspace, contact, asked) => database.transaction((run) => exportContact(run, workspace, contact, asked)),
    async erase(workspace, contact, by) {
      let result: EraseResult = { kind: "not_found" };
      await retried(database, async (run) => {
        result = await eraseContact(run, workspace, contact, by);
      });
      return result;
    },
  };
}
