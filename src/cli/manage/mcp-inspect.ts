import { errorText, RecadoError } from "../../core/errors.ts";
import { mcpConnection } from "../../outside/mcp-connection.ts";

/** `recado mcp inspect`: what a person reads before they grant a tool. */
export async function inspectMcp(target: readonly string[], { json }: { json?: true }): Promise<void> {
  const [first = "", ...args] = target;
  const connection = mcpConnection(/^https?:\/\//.test(first) ? { url: first } : { command: first, args }, process.env);
  try {
    const manifests = [...(await connection.manifests()).values()].map(({ schema: _, ...shown }) => shown);
    if (json) process.stdout.write(`${JSON.stringify(manifests, null, 2)}\n`);
    else
      for (const { name, description, hash } of manifests) process.stdout.write(`${name}  ${hash}\n  ${description}\n`);
  } catch (error) {
    throw new RecadoError(
      "request_invalid",
      `${target.join(" ")} does not answer as an MCP server: ${errorText(error)}`,
    );
  } finally {
    await connection.close();
  }
}
