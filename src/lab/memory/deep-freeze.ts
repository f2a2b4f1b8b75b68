/**
 * Freezes a value and all that it holds: an agent may not change what it receives (requirement A2).
 */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    if (!(value instanceof Date)) Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
