import type { Command } from "commander";
import { example } from "../help-example.ts";
import type { EraseOptions, ExportOptions } from "./contact.ts";
import type { MemoryOptions } from "./contact-memory.ts";

const WHO = "a phone, a BSUID, or the contact's id";
const BY = "who does it; your user name if not given";

/** `recado contact …`: a customer's rights to their own data. */
export function addContactCommands(program: Command): void {
  const contact = program.command("contact").description("Export or erase all that is kept about a customer.");

  contact
    .command("export")
    .description("Write all that names a customer as JSON, for them or for another system.")
    .argument("<who>", WHO)
    .option("--out <file>", "where it goes; standard output if not given")
    .option("--without-files", "leave out what their files hold; their names and sizes stay")
    .option("--by <name>", BY)
    .option("--workspace <id>", "of which workspace", "default")
    .addHelpText("after", example("recado contact export 573001112233 --out ana.json", "everything, files as base64"))
    .action(async (who: string, options: ExportOptions) => (await import("./contact.ts")).exportContact(who, options));

  contact
    .command("memory")
    .description("Show what is remembered of a customer, or forget it.")
    .argument("<who>", WHO)
    .option("--forget <id>", "forget the fact with this id, or `all`")
    .option("--by <name>", BY)
    .option("--workspace <id>", "of which workspace", "default")
    .option("--json", "print the memory as JSON")
    .addHelpText("after", example("recado contact memory 573001112233", "each fact with the words that said it"))
    .action(async (who: string, options: MemoryOptions) =>
      (await import("./contact-memory.ts")).contactMemory(who, options),
    );

  contact
    .command("erase")
    .description("Erase a customer and all that names them. It cannot be taken back.")
    .argument("<who>", WHO)
    .option("--yes", "do it; without it, only says what would go")
    .option("--reason <text>", "for the audit log, without saying who", "the customer asked for it")
    .option("--by <name>", BY)
    .option("--workspace <id>", "of which workspace", "default")
    .addHelpText("after", example("recado contact erase 573001112233 --yes --reason 'ticket 81'", "at once"))
    .action(async (who: string, options: EraseOptions) => (await import("./contact.ts")).eraseContact(who, options));
}
