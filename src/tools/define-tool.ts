import * as z from "zod";
import type { ToolRequest } from "../core/inbound/tool-request.ts";
import { strictModelSchema } from "../core/model/schema.ts";
import type { EffectKind, ToolError, ToolModule, ToolRetry, ToolScope } from "../core/ports/tools.ts";
import type { RiskLevel } from "../core/tool-calls/tool-call.ts";
import type { TransactionalEffect } from "../core/turn/effects.ts";
import { type Checked, checkValue, isAsyncSchema, type OutputOf, type StandardSchema } from "./standard-schema.ts";

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * A tool's answer. A tool never throws for what may happen: a throw is a bug, or a doubt in an
 * external tool.
 */
export type ToolAnswer<Output = unknown> =
  | {
      readonly kind: "ok";
      readonly output: Output;
      /**
       * The effects of a transactional tool, committed with the turn; null when it is written
       * already.
       */
      readonly effect?: TransactionalEffect | readonly TransactionalEffect[] | null;
    }
  | ToolError
  /** The business says no: nothing was done, and a repetition would do nothing. */
  | { readonly kind: "denied"; readonly reason: string };

/** What a run gets beside its input. */
export interface ToolRun {
  /** The same on every attempt. A call to another system must pass it on. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

export interface ToolDefinition<Input extends StandardSchema, Output extends StandardSchema> {
  /** Dotted: `crm.note.create`. A model sees dots and dashes as underscores. */
  readonly name: string;
  /** For a model, and for `docs/tools.md`: what the tool does and when it is called. */
  readonly description: string;
  readonly module: ToolModule;
  readonly input: Input;
  /**
   * Extra arguments for a person or a program of the shop. Without it they have an agent's
   * arguments.
   */
  readonly staffInput?: StandardSchema<unknown, OutputOf<Input>>;
  readonly output: Output;
  /** JSON Schemas of input and output, for a library that makes none itself. */
  readonly inputJson?: JsonSchema;
  readonly outputJson?: JsonSchema;
  readonly effect: EffectKind;
  readonly risk: RiskLevel;
  /** Milliseconds. Default: 5 s (crm), 15 s (whatsapp, external), 10 s (system). */
  readonly timeout?: number;
  readonly retry?: ToolRetry;
  readonly permissions: readonly string[];
  readonly reversible: boolean;
  /** Each call costs money. */
  readonly isPaid?: boolean;
  /**
   * The customer requests that ask for this tool. Absent: no word of a customer lets it run without
   * a question.
   */
  readonly requestedBy?: readonly ToolRequest[];
  /** The question when the policy wants a yes, made of the arguments alone. */
  readonly question?: (input: OutputOf<Input>, scope: ToolScope) => string;
  /** Requirement R12: who wanted the order. */
  readonly sourceOf?: (input: OutputOf<Input>) => string;
  readonly run: (
    input: OutputOf<Input>,
    scope: ToolScope,
    run: ToolRun,
  ) => ToolAnswer<OutputOf<Output>> | Promise<ToolAnswer<OutputOf<Output>>>;
}

/** A tool as the registry holds it. What its types knew has been checked. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly module: ToolModule;
  readonly effect: EffectKind;
  readonly risk: RiskLevel;
  readonly timeoutMs: number;
  readonly retry: ToolRetry;
  readonly permissions: readonly string[];
  readonly reversible: boolean;
  readonly isPaid: boolean;
  readonly requestedBy: readonly ToolRequest[];
  /** For a model. */
  readonly inputSchema: JsonSchema;
  /** For a person or a program of the shop. */
  readonly staffInputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  /** Checks a call against its schema. The result is all that the rest of the code needs. */
  prepare(input: unknown, scope: ToolScope): Checked<PreparedCall>;
}

export interface PreparedCall {
  readonly question: string;
  readonly source: string | null;
  run(scope: ToolScope, run: ToolRun): Promise<ToolAnswer>;
}

/** Requirement B13. */
const TIMEOUTS_MS: Readonly<Record<ToolModule, number>> = {
  crm: 5_000,
  whatsapp: 15_000,
  system: 10_000,
  external: 15_000,
};

const ONCE: ToolRetry = { attempts: 1, backoffMs: 0 };

const NAME = /^[a-z][a-z0-9_]*([.-][a-zA-Z0-9_]+)*$/;

export function defineTool<Input extends StandardSchema, Output extends StandardSchema>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const {
    name,
    description,
    module,
    input,
    staffInput = input,
    output,
    effect,
    risk,
    permissions,
    reversible,
  } = definition;
  const fault = faultOf(definition);
  if (fault !== null) throw new Error(`The tool "${name}" cannot be defined: ${fault}.`);
  const inputSchema = jsonSchemaOf(input, "input", definition.inputJson, name);
  const read = (value: unknown, schema: StandardSchema): Checked<OutputOf<Input>> => checkValue(schema, value);
  return {
    ...{ name, description, module, effect, risk, permissions, reversible },
    timeoutMs: definition.timeout ?? TIMEOUTS_MS[module],
    retry: definition.retry ?? ONCE,
    isPaid: definition.isPaid ?? false,
    requestedBy: definition.requestedBy ?? [],
    inputSchema,
    staffInputSchema: staffInput === input ? inputSchema : jsonSchemaOf(staffInput, "input", undefined, name),
    outputSchema: jsonSchemaOf(output, "output", definition.outputJson, name),
    prepare(given, scope) {
      const checked = read(given, scope.actor.kind === "agent" ? input : staffInput);
      if (checked.kind === "invalid") return checked;
      const { value } = checked;
      const prepared: PreparedCall = {
        question: definition.question?.(value, scope) ?? askAbout(name, given),
        source: definition.sourceOf?.(value) ?? null,
        async run(inside, run) {
          const answer = await definition.run(value, inside, run);
          if (answer.kind !== "ok") return answer;
          const returned = checkValue(output, answer.output);
          if (returned.kind === "valid") return { ...answer, output: returned.value };
          throw new Error(`the tool "${name}" does not answer as its output schema says: ${returned.fault}`);
        },
      };
      return { kind: "valid", value: prepared };
    },
  };
}

function faultOf<Input extends StandardSchema, Output extends StandardSchema>(
  definition: ToolDefinition<Input, Output>,
): string | null {
  const { name, description, input, output, timeout, retry, staffInput } = definition;
  if (!NAME.test(name)) return 'a name is words joined by dots, such as "crm.note.create"';
  if (description.trim() === "") return "a model and a person must be told what it does";
  if (timeout !== undefined && !(timeout > 0)) return `its timeout is ${timeout} ms, and nothing is done in that`;
  if (retry !== undefined && !(retry.attempts >= 1 && retry.backoffMs >= 0)) return "it is tried at least once";
  if ([input, output, staffInput ?? input].some(isAsyncSchema)) {
    return "a schema of it answers with a promise; what must be awaited belongs into run";
  }
  return null;
}

/** The schema for a model. Rules that a provider does not enforce are said in words. */
function jsonSchemaOf(
  schema: StandardSchema,
  side: "input" | "output",
  given: JsonSchema | undefined,
  name: string,
): JsonSchema {
  if (given !== undefined) return given;
  if (schema instanceof z.ZodType) return strictModelSchema(z.toJSONSchema(schema, { io: side, reused: "inline" }));
  const made = schema["~standard"].jsonSchema?.[side]({ target: "draft-2020-12" });
  if (made !== undefined) return strictModelSchema(made);
  throw new Error(
    `The tool "${name}" cannot be defined: its ${side} schema makes no JSON Schema; give one as ${side}Json.`,
  );
}

/** Shows only the arguments of the call. */
function askAbout(name: string, input: unknown): string {
  return `¿Autoriza esta acción? ${name} con ${JSON.stringify(input)}`;
}
