import { readFileSync } from "node:fs";
import type { PromptVersion } from "../../core/answers/prompt.ts";
import { errorText, RecadoError } from "../../core/errors.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import type { PromptPlace, Prompts } from "../../core/ports/learning/prompts.ts";
import { actorName } from "../actor-name.ts";
import { print, printResult } from "../print.ts";
import { textTable } from "../text-table.ts";
import { withDatabase } from "../with-database.ts";

export interface PromptOptions {
  readonly workspace: string;
  readonly by?: string;
  readonly json?: true;
}
export interface ProposeOptions extends PromptOptions {
  readonly file: string;
  readonly note?: string;
}

/** The route and the table have the same limit. */
const LONGEST = 32_000;

export async function listVersions(agentId: string, { workspace, json }: PromptOptions): Promise<void> {
  const items = await atPrompts(workspace, (prompts, of) => prompts.list(of, agentId));
  printResult(json, { items }, () =>
    items.length === 0 ? `"${agentId}" has its own words.` : textTable([HEAD, ...items.map(rowOf)], ""),
  );
}

export async function propose(place: PromptPlace, { file, note, by, workspace, json }: ProposeOptions): Promise<void> {
  const text = contentOf(file);
  const proposal = { ...place, text, note: note ?? null, by: actorName(by) };
  const version = await atPrompts(workspace, (prompts, of) => prompts.propose(of, proposal));
  printResult(
    json,
    version,
    () =>
      `Version ${version.version} is proposed: \`recado prompts approve ${place.agentId} ${place.part} ${version.version}\` puts it into use.`,
  );
}

export async function approve(
  place: PromptPlace,
  given: string,
  { by, workspace, json }: PromptOptions,
): Promise<void> {
  const number = versionOf(given);
  const approved = await atPrompts(workspace, (prompts, of) => prompts.approve(of, place, number, actorName(by)));
  if (approved === null) throw noVersion(place, number);
  printResult(json, approved, () => `Version ${number} is in use from the next turn on.`);
}

export async function use(
  place: PromptPlace,
  given: string | undefined,
  { own, by, workspace }: PromptOptions & { readonly own?: true },
): Promise<void> {
  if ((given === undefined) === (own === undefined)) {
    throw new RecadoError("request_invalid", "name a version, or --own for the agent's own words");
  }
  const number = given === undefined ? null : versionOf(given);
  const fate = await atPrompts(workspace, (prompts, of) => prompts.use(of, place, number, actorName(by)));
  if (fate === "not_found" && number !== null) throw noVersion(place, number);
  if (fate === "not_approved") {
    throw new RecadoError(
      "prompt_not_approved",
      `version ${number} has not been approved: \`recado prompts approve\` does it`,
    );
  }
  print(
    number === null
      ? "The agent's own words hold from the next turn on."
      : `Version ${number} is in use from the next turn on.`,
  );
}

const HEAD = ["part", "version", "in use", "proposed by", "approved by", "characters", "note"];

function rowOf({ part, version, isUsed, proposedBy, approvedBy, text, note }: PromptVersion): string[] {
  return [part, String(version), isUsed ? "yes" : "", proposedBy, approvedBy ?? "", String(text.length), note ?? ""];
}

function versionOf(given: string): number {
  const number = Number(given);
  if (Number.isInteger(number) && number > 0) return number;
  throw new RecadoError("request_invalid", `"${given}" is no version: \`recado prompts versions\` lists their numbers`);
}

function noVersion({ agentId, part }: PromptPlace, version: number): RecadoError {
  return new RecadoError(
    "not_found",
    `"${agentId}" has no version ${version} of "${part}": \`recado prompts versions ${agentId}\` lists them`,
  );
}

function contentOf(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, "utf8").trim();
  } catch (thrown) {
    throw new RecadoError("request_invalid", `${path} cannot be read: ${errorText(thrown)}`);
  }
  if (text.length > 0 && text.length <= LONGEST) return text;
  throw new RecadoError("request_invalid", `${path} has ${text.length} characters: a prompt has 1 to ${LONGEST}`);
}

async function atPrompts<Result>(
  workspace: string,
  work: (prompts: Prompts, workspace: WorkspaceId) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async ({ accessAdmin, store: { prompts } }) => {
    const known = (await accessAdmin.workspaces(null)).find(({ id }) => id === workspace);
    if (known !== undefined) return work(prompts, known.id);
    throw new RecadoError("not_found", `there is no workspace "${workspace}": \`recado workspace list\` lists them`);
  });
}
