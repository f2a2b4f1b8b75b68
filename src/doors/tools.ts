/** `recado/tools`: tools of your own, of other systems, and who may call them. */
export type { EffectKind, ToolActor, ToolError, ToolModule, ToolScope } from "../core/ports/tools.ts";
export type { EnvSecret } from "../outside/env-secret.ts";
export { type HttpToolDefinition, httpTool, type ReadBack } from "../outside/http-tool.ts";
export type { McpGrant, McpServerDefinition } from "../outside/mcp-tools.ts";
export type { SearchEngine } from "../outside/web/search-engines.ts";
export { type WebPageOptions, webPage } from "../outside/web/web-page.ts";
export { type WebSearchOptions, webSearch } from "../outside/web/web-search.ts";
export { defineTool, type Tool, type ToolAnswer, type ToolDefinition, type ToolRun } from "../tools/define-tool.ts";
export type { PolicyCondition, PolicyFacts, PolicyRule } from "../tools/policy.ts";
