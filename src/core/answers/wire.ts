/** How a value stands in a JSON answer: an instant is an ISO 8601 text, an id is a text. For readers in a browser. */
export type Wire<Value> = Value extends Date
  ? string
  : Value extends { readonly __brand: string }
    ? string
    : Value extends object
      ? { readonly [Name in keyof Value]: Wire<Value[Name]> }
      : Value;
