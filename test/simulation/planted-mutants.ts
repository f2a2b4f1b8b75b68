/**
 * One realistic bug, or several, for each invariant: the oracle is only worth something when it finds these. Each is a
 * flag that the model's own code looks at where the bug would be.
 */
export const MUTANTS = {
  ack_before_commit: ["S1", "the door answers 200 and stores afterwards"],
  unsynced_enqueue: ["S1", "an accepted webhook is not on disk when the database crashes"],
  check_then_insert: ["S2", "whether a message is new is looked up first and believed later"],
  check_then_insert_conversation: ["S3", "whether a conversation exists is looked up first and believed later"],
  no_outbox_order: ["S4", "the newest message of an outbox leaves first"],
  place_never_taken: ["S4", "senders do not take a place: two of them work on one outbox"],
  numbers_outside_the_lock: ["S4", "mailbox numbers are read before the conversation's row is locked"],
  no_conversation_lock: ["S5", "a claim reads what is due, and takes it later without looking again"],
  claim_of_the_held: ["S5", "a claim takes what another worker holds"],
  stale_pending: ["S5", "the pending counter is written from an older reading"],
  effect_outside_the_commit: ["S6", "replies are inserted in one transaction and their run is ended in another"],
  call_without_mark: ["S6", "an outside call is journaled only after it was made"],
  repeated_doubtful_call: ["S6", "a call that was cut off is simply made again"],
  no_fence_on_commit: ["S7", "a commit does not name its fence"],
  fence_stands_still: ["S7", "a takeover gets the fence that its predecessor had"],
  uncounted_attempt: ["S8", "an attempt is counted when it ends, not when it begins"],
  revived_run: ["S8", "the failure of a zombie's attempt is written on a run that is over"],
  timer_read_then_write: ["S12", "a due timer is read, and fired later without looking again"],
  timer_among_messages: ["S12", "a timer fires although a message waits to be answered"],
  timer_by_local_clock: ["S12", "a timer is due by the clock of the process"],
  timer_of_closed_session: ["S12", "a timer fires although its session is over"],
  late_answer_counts: ["S13", "an answer counts whether or not its question is open"],
  approval_of_another_call: ["S13", "a yes is good for whatever the agent calls now"],
  yes_to_what_was_said_before: ["S13", "a plain yes answers the open question although something else was said since"],
  blind_resend: ["S14", "a send whose answer was lost is tried again at once"],
  no_mark_before_socket: ["S14", "a message is marked in flight after it was sent"],
  no_deadline_at_socket: ["S14", "a sender that slept goes on to the socket"],
  resend_of_the_held: ["S14", "a message that must never go out twice is sent again after doubt"],
  late_answer_sends_again: ["S14", "a commit that hears late that it was made sends what the outbox has sent since"],
  boundless_resend: ["S14", "a message in doubt is sent again as often as it takes"],
  window_unchecked: ["S15", "the 24-hour window is not looked at before the send"],
  takeover_forgets_outbox: ["S15", "a takeover does not call back what has not left"],
  interruption_forgotten: ["S15", "what the customer has interrupted is said to the end"],
  typing_forgotten: ["S15", "the second message of a block leaves right behind the first"],
  claim_without_proof: ["S17", "a reply says that it is done whatever the tool said"],
  status_regress: ["S18", "the report that came last wins"],
  lost_wakeup: ["L1", "a conversation goes idle although a run is queued"],
  lease_never_ends: ["L1", "a conversation whose worker died is never claimed again"],
  timer_lost: ["L1", "a timer is marked as fired in one transaction and its event inserted in another"],
  poison_blocks_others: ["L2", "all conversations stand in one queue, and who fails keeps his place at its front"],
  silent_dead_letter: ["L3", "a run is buried and the customer hears nothing"],
  doubt_never_decided: ["L6", "a message in doubt without a report waits for ever"],
  reports_without_our_key: ["L6", "reports are matched by the provider's id alone"],
} as const satisfies Record<string, readonly [invariant: string, bug: string]>;

export type Mutant = keyof typeof MUTANTS;

export const MUTANT_NAMES = Object.keys(MUTANTS) as Mutant[];
