import type { Command } from "commander";
import { example } from "../help-example.ts";
import { WORKSPACE } from "../workspace-option.ts";
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
}

function filters(command: Command): Command {
  return command
    .option(...WORKSPACE)
    .option("--status <status>", "confirmed, pending or cancelled")
    .option("--q <words>", "words of customer, phone, address, products, note or stage")
    .option("--city <city>", "whole words of the address")
    .option("--from <instant>", "made then or later: 2026-11-23T00:00:00-05:00")
    .option("--to <instant>", "made before then");
}
