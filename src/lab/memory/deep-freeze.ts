/** What an agent receives it may not change (requirement A2): here it cannot. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    if (!(value instanceof Date)) Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
