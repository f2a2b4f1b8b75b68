/**
 * Standard Schema (standardschema.dev), as far as a tool needs it: zod, Valibot, ArkType and others
 * speak it.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    /** Standard JSON Schema, if the library has it. */
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown>;
      readonly output: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown>;
    };
  };
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export type OutputOf<Schema extends StandardSchema> = NonNullable<Schema["~standard"]["types"]>["output"];

export type Checked<Value> =
  | { readonly kind: "valid"; readonly value: Value }
  | { readonly kind: "invalid"; readonly fault: string };

/** The value as the schema returns it, or the first fault. */
export function checkValue<Value>(schema: StandardSchema<unknown, Value>, value: unknown): Checked<Value> {
  const result = schema["~standard"].validate(value);
  if (result instanceof Promise) {
    // The promise's own result is ignored from here on.
    result.catch(() => {});
    return { kind: "invalid", fault: ASYNC };
  }
  if (result.issues === undefined) return { kind: "valid", value: result.value };
  const [issue] = result.issues;
  const path = (issue?.path ?? []).map((part) => String(typeof part === "object" ? part.key : part));
  return { kind: "invalid", fault: `${path.join(".") || "input"}: ${issue?.message ?? "not valid"}` };
}

/**
 * True when a schema answers with a promise. Some show it only once a value reaches their own test.
 */
export function isAsyncSchema(schema: StandardSchema): boolean {
  const result = schema["~standard"].validate(undefined);
  if (!(result instanceof Promise)) return false;
  result.catch(() => {});
  return true;
}

const ASYNC =
  "its schema answers with a promise; a tool's input is judged at once, so what must be awaited belongs into run";
