import { RecadoError } from "../errors.ts";

export interface AwayNumber {
  readonly phoneNumberId: string;
  /** The webhook of the door that serves it now. Null: it is on its way, or Meta is to call that door itself. */
  readonly forwardTo: string | null;
}

/**
 * A number moves to another database, or has moved: nothing of it is kept here. A webhook that was not passed on is
 * answered with 503, and Meta delivers it again.
 */
export class NumberAway extends RecadoError {
  readonly numbers: readonly AwayNumber[];

  constructor(numbers: readonly AwayNumber[]) {
    const names = numbers.map(({ phoneNumberId }) => phoneNumberId).join(", ");
    super("number_moving", `Number ${names} is moving to another database, or has moved there. Try again in a moment.`);
    this.numbers = numbers;
  }
}

/** What a failure, or one of several together, says of numbers that are away. Empty: nothing. */
export function awayNumbersOf(thrown: unknown): readonly AwayNumber[] {
  if (thrown instanceof NumberAway) return thrown.numbers;
  return thrown instanceof AggregateError ? thrown.errors.flatMap(awayNumbersOf) : [];
}
