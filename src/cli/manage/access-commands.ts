import type { Command } from "commander";
import { example } from "../help-example.ts";
import { WORKSPACE } from "../workspace-option.ts";
import type { MoveOptions } from "./move-number.ts";

const BY = "who does it; your user name if not given";
/** `recado workspace | member | token | number`: who may come in, and to what. */
export function addAccessCommands(program: Command): void {
  const workspace = program.command("workspace").description("Make and list workspaces: tenants that share nothing.");
  workspace
    .command("create")
    .argument("<id>", "letters, digits, dots, dashes, underscores")
    .option("--name <name>", "how people call it; the id if not given")
    .option("--by <name>", BY)
    .description("Make a workspace.")
    .addHelpText(
      "after",
      example("recado workspace create panaderia --name 'La panadería'", "then give it a number and an owner"),
    )
    .action(async (id: string, options) => (await import("./access.ts")).createWorkspace(id, options));
  workspace
    .command("list")
    .option("--json", "print them as JSON")
    .description("List the workspaces.")
    .addHelpText("after", example("recado workspace list --json", "for a script"))
    .action(async (options) => (await import("./access.ts")).listWorkspaces(options));

  const member = program.command("member").description("Add, remove and list the people of a workspace.");
  member
    .command("add")
    .argument("<user>", "a name or address, or `sub` of another sign-in's tokens")
    .requiredOption("--role <role>", "owner, operator, viewer or service")
    .option("--name <name>", "as it stands in the audit log; the user if not given")
    .option("--sees-sales", "an operator sees what the shop has sold")
    .option("--no-sees-sales", "an operator sees it no longer")
    .option(...WORKSPACE)
    .option("--by <name>", BY)
    .description("Add a person, or change what one may do.")
    .addHelpText(
      "after",
      example("recado member add maria@tienda.co --role operator --name María", "then `recado token create`"),
    )
    .action(async (user: string, options) => (await import("./access.ts")).addMember(user, options));
  member
    .command("remove")
    .argument("<user>", "as `recado member list` says it")
    .option(...WORKSPACE)
    .option("--by <name>", BY)
    .description("Let a person go; their tokens and sessions end.")
    .addHelpText("after", example("recado member remove maria@tienda.co", "what she did stays in the audit log"))
    .action(async (user: string, options) => (await import("./access.ts")).removeMember(user, options));
  member
    .command("list")
    .option(...WORKSPACE)
    .option("--json", "print them as JSON")
    .description("List the people.")
    .addHelpText("after", example("recado member list", "who may do what"))
    .action(async (options) => (await import("./access.ts")).listMembers(options));

  member
    .command("bind-phone")
    .argument("<user>", "as `recado member list` says it")
    .option(...WORKSPACE)
    .option("--by <name>", BY)
    .option("--json", "print it as JSON")
    .description("Make the code by which a person binds their phone to the operator agent.")
    .addHelpText(
      "after",
      example("recado member bind-phone maria@tienda.co", "she sends /vincular and the code by WhatsApp"),
    )
    .action(async (user: string, options) => (await import("./member-phone.ts")).bindPhone(user, options));
  member
    .command("unbind-phone")
    .argument("<user>", "as `recado member list` says it")
    .option(...WORKSPACE)
    .option("--by <name>", BY)
    .description("Take all rights from a person's phone, at once.")
    .addHelpText("after", example("recado member unbind-phone maria@tienda.co", "the phone was lost"))
    .action(async (user: string, options) => (await import("./member-phone.ts")).unbindPhone(user, options));

  const token = program.command("token").description("Make, list and revoke tokens, for people and programs.");
  token
    .command("create")
    .argument("<name>", "what it is for")
    .option("--member <user>", "of this member, with the member's role")
    .option("--role <role>", "of a program: owner, operator, viewer or service")
    .option("--scopes <scopes>", "only these, with commas between, as events:write,runs:read")
    .option("--days <days>", "how long it counts; until it is revoked if not given")
    .option(...WORKSPACE)
    .option("--by <name>", BY)
    .option("--json", "print it as JSON")
    .description("Make a token and print it, this once.")
    .addHelpText(
      "after",
      example("recado token create till --role service --scopes events:write", "a program that only sends messages in"),
    )
    .action(async (name: string, options) => (await import("./access.ts")).createToken(name, options));
  token
    .command("list")
    .option(...WORKSPACE)
    .option("--json", "print them as JSON")
    .description("List the tokens, without their text.")
    .addHelpText("after", example("recado token list", "and when each was last used"))
    .action(async (options) => (await import("./access.ts")).listTokens(options));
  token
    .command("revoke")
    .argument("<id>", "as `recado token list` says it")
    .option(...WORKSPACE)
    .option("--by <name>", BY)
    .description("End a token, and the sessions that it opened.")
    .addHelpText(
      "after",
      example("recado token revoke 01a2031c-445c-7252-aefb-ba89c1c13f2e", "from now on; its sessions end too"),
    )
    .action(async (id: string, options) => (await import("./access.ts")).revokeToken(id, options));

  const number = program.command("number").description("Give phone numbers to workspaces.");
  number
    .command("assign")
    .argument("<id>", "Meta's phone_number_id")
    .requiredOption("--workspace <id>", "to which workspace")
    .requiredOption("--agent <id>", "which agent answers there")
    .option("--by <name>", BY)
    .description("Give a number to a workspace, before its first conversation.")
    .addHelpText(
      "after",
      example(
        "recado number assign 106540352242922 --workspace panaderia --agent somnio",
        "an unassigned number goes to `default`",
      ),
    )
    .action(async (id: string, options) => (await import("./access.ts")).assignNumber(id, options));
  number
    .command("move")
    .description("Move a number with all that belongs to it to another database, while its customers write.")
    .argument("<id>", "Meta's phone_number_id")
    .requiredOption("--to <url>", "postgres:// address of the other database, as the owner of its tables")
    .option("--door <url>", "the webhook of the door there: what still comes here is passed on to it")
    .option("--wait <seconds>", "how long turns and sends under way may take to end", "120")
    .option("--dry-run", "say what would move, and change nothing")
    .option("--cancel", "call off a move that was cut off, and go on serving the number here")
    .option("--by <name>", "who does it; your user name if not given")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      example(
        "recado number move 106540352242922 --to postgres://recado@cell2/recado --door https://cell2.example.com/api/whatsapp/webhook",
        "run it again if it was cut off: it goes on",
      ),
    )
    .action(async (id: string, options: MoveOptions) => (await import("./move-number.ts")).moveNumberTo(id, options));
  number
    .command("list")
    .option("--json", "print them as JSON")
    .description("List the numbers of all workspaces.")
    .addHelpText("after", example("recado number list", "which workspace and agent each belongs to"))
    .action(async (options) => (await import("./access.ts")).listNumbers(options));
}
