/** The time of the process. Leases and due times use the database's clock instead. */
export interface Clock {
  now(): Date;
  /** Milliseconds that never go back; for durations and local deadlines. */
  monotonicMs(): number;
}
