import type { Command } from "commander";
import { example } from "../help-example.ts";

/** `recado mcp …`: what Recado shows to programs that speak MCP, and what their servers show to it. */
export function addMcpCommands(program: Command): void {
  const mcp = program
    .command("mcp")
    .enablePositionalOptions()
    .description("Offer the read tools of the shop over MCP, on standard input and output.")
    .addHelpText("after", example("recado mcp", "as the command of a server in a program that speaks MCP"))
    .action(async () => (await import("./mcp-serve.ts")).serveMcp());

  mcp
    .command("inspect")
    .description("Print the tools of an MCP server, each with the hash by which it is granted.")
    .argument("<target...>", "the server's https address, or the command that starts it")
    .option("--json", "print it as JSON")
    .passThroughOptions()
    .addHelpText("after", example("recado mcp inspect npx some-server", "what `grants` of createRuntime takes"))
    .action(async (target: string[], options: { json?: true }) =>
      (await import("./mcp-inspect.ts")).inspectMcp(target, options),
    );
}
