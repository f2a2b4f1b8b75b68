import type { Command } from "commander";
import { ORDER_STATUSES } from "../../../core/agent/shop-words.ts";
import { example } from "../../help-example.ts";
import { WORKSPACE } from "../../workspace-option.ts";
import type { ImportOptions, SetOptions } from "./change-orders.ts";
import type { ListOptions, ShowOptions } from "./orders.ts";

/** `recado orders …`: what a shop has sold, for the people who ship it. */
export function addOrdersCommands(program: Command): void {
  const orders = program.command("orders").description("The orders of a shop: what to ship, to whom and where.");

  filters(orders.command("list").description("List the newest orders with customer and address."))
    .option("--json", "print them as JSON")
    .addHelpText("after", example("recado orders list --status confirmed --city cali", "what goes to Cali"))
    .action(async (options: ListOptions) => (await import("./orders.ts")).listOrders(options));

  orders
    .command("show")
    .description("Show an order with its address to copy.")
    .argument("<order>", "an id that `recado orders list` prints")
    .option(...WORKSPACE)
    .option("--json", "print it as JSON")
    .addHelpText("after", example("recado orders show 019…", "customer, products, total and address"))
    .action(async (id: string, options: ShowOptions) => (await import("./orders.ts")).showOrder(id, options));

  filters(orders.command("export").description("Print all orders that fit as CSV, the newest first."))
    .addHelpText("after", example("recado orders export --status confirmed > orders.csv", "for a spreadsheet"))
    .action(async (options: ListOptions) => (await import("./orders.ts")).exportOrders(options));

  orders
    .command("set")
    .description("Change an order. The customer hears once that it was sent.")
    .argument("<order>", "an id that `recado orders list` prints")
    .option(...WORKSPACE)
    .option("--status <status>", ORDER_STATUSES.join(", "))
    .option("--carrier <name>", "who brings it; a sent order has one")
    .option("--guide <number>", "the carrier's number of the parcel; a sent order has one")
    .option("--stage <words>", "the shop's own word for where it stands")
    .option("--address <address>", "the shipping address, while the parcel is in the shop")
    .option("--note <words>", "for the people who ship it; empty removes it")
    .option("--no-notify", "do not tell the customer that it was sent")
    .option("--key <key>", "the same key again is the same request")
    .option("--by <name>", "who does it; your user name if not given")
    .option("--json", "print the order as JSON")
    .addHelpText(
      "after",
      example(
        "recado orders set 019… --status sent --carrier Interrapidísimo --guide 240012345678",
        "and tell the customer",
      ),
    )
    .action(async (id: string, options: SetOptions) => (await import("./change-orders.ts")).setOrder(id, options));

  orders
    .command("import")
    .description(
      "Bring orders to what a CSV file says: the columns order, status, carrier, guide, stage, address, note, or as the Studio's own export names them in the shop's language.",
    )
    .argument("<file>", "an export that was filled in; empty cells change nothing. - reads standard input")
    .option(...WORKSPACE)
    .option("--dry-run", "say what would change and change nothing")
    .option("--no-notify", "tell no customer that an order was sent")
    .option("--by <name>", "who does it; your user name if not given")
    .option("--json", "print it as JSON")
    .addHelpText("after", example("recado orders import guides.csv --dry-run", "what the carrier's file would change"))
    .action(async (file: string, options: ImportOptions) =>
      (await import("./change-orders.ts")).importOrders(file, options),
    );
}

function filters(command: Command): Command {
  return command
    .option(...WORKSPACE)
    .option("--status <status>", ORDER_STATUSES.join(", "))
    .option("--q <words>", "words of customer, phone, address, products, note or stage")
    .option("--city <city>", "whole words of the address")
    .option("--from <instant>", "made then or later: 2026-11-23T00:00:00-05:00")
    .option("--to <instant>", "made before then");
}
