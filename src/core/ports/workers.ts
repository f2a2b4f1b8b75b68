/** Which workers are alive. */
export interface Workers {
  /** Takes over what dead workers held, and counts the workers and the conversations. */
  sweep(): Promise<{ deadWorkers: number; freedConversations: number }>;
}
