// A small MCP server in a process of its own: what a shop might be given. Its words come from the environment, so that a test can change them.
import { appendFileSync } from "node:fs";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

serveStdio(() => {
  const server = new McpServer({ name: "small", version: "1" }, { capabilities: { tools: {} } });
  const inputSchema = z.object({ city: z.string() });
  const description = process.env.SMALL_DESCRIPTION ?? "Says how long a parcel takes.";
  server.registerTool("days", { description, inputSchema }, async ({ city }) => {
    appendFileSync(process.env.SMALL_LEDGER ?? "/dev/null", `${city}\n`);
    if (city === "nowhere") return { content: [{ type: "text", text: "there is no such city" }], isError: true };
    if (city === "long") return { content: [{ type: "text", text: "x".repeat(100_000) }] };
    if (city === "die") process.exit(1);
    if (city === "env") return { content: [{ type: "text", text: JSON.stringify(process.env) }] };
    return { content: [{ type: "text", text: `2 days to ${city}` }], structuredContent: { days: 2 } };
  });
  return server;
});
