import type { Command } from "commander";
import { example } from "../help-example.ts";

const NAMED = "an agent's id, or the file that exports it: ./shop.js";

/** `recado agents …`: for those who build one. */
export function addAgentsCommands(program: Command): void {
  const agents = program.command("agents").description("List, check and show agents, shipped or your own.");

  agents
    .command("list")
    .description("List the shipped agents, and those of the file that RECADO_AGENT names.")
    .option("--json", "print them as JSON")
    .addHelpText("after", example("RECADO_AGENT=./shop.js recado agents list", "yours beside the shipped ones"))
    .action(async (options: { json?: true }) => (await import("./agents.ts")).listAgents(options));

  agents
    .command("check")
    .description("Say what is wrong with an agent's data, one sentence for each fault; exit with 1 if anything is.")
    .argument("[agent]", `${NAMED}; all known ones if not given`)
    .addHelpText("after", example("recado agents check ./shop.js", "before you talk to it"))
    .action(async (name: string | undefined) => (await import("./agents.ts")).checkAgents(name));

  agents
    .command("show")
    .description("Draw an agent's modes, and list its intents, fields, packs and timers.")
    .argument("[agent]", `${NAMED}; the one of RECADO_AGENT, else the shipped one, if not given`)
    .option("--mermaid", "print the modes as a Mermaid diagram alone")
    .addHelpText("after", example("recado agents show ./shop.js --mermaid > modes.mmd", "the diagram in a file"))
    .action(async (name: string | undefined, options: { mermaid?: true }) => {
      return (await import("./agents.ts")).showAgents(name, options);
    });
}
