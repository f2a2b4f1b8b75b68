import { endSession } from "./commits.ts";
import { callOff } from "./confirmations.ts";
import { cancelTimers } from "./mailbox.ts";
import { stopSegments } from "./segments.ts";
import { type Conversation, NOBODY, type RunRow } from "./tables.ts";
import type { World } from "./world.ts";

/** A person takes the conversation over, or gives it back. */
export function setBotEnabled(world: World, conversation: Conversation, isEnabled: boolean): void {
  world.touch(conversation);
  conversation.botEnabled = isEnabled;
  conversation.version += 1;
  if (isEnabled) cancelTimers(conversation);
  else {
    conversation.takenOverStep = world.step;
    if (world.mutant !== "takeover_forgets_outbox") conversation.cancelledThrough = conversation.lastOutboxSeq;
    endSession(world, conversation);
    callOff(world, conversation);
    if (world.mutant !== "takeover_forgets_segments") stopSegments(world, conversation, null);
  }
  if (conversation.unsent > 0 && conversation.sender === NOBODY) {
    conversation.sendAt = world.now();
    world.announced |= 2;
  }
  world.synced();
}

/** An operator calls one run off. What is being thought meanwhile commits nothing: the version has moved. */
export function cancelRun(world: World, conversation: Conversation, run: RunRow): void {
  if (!stopSegments(world, conversation, run)) return;
  world.touch(conversation);
  if (conversation.activeRun === run.id) {
    if (world.mutant !== "cancel_moves_no_version") conversation.version += 1;
    if (conversation.leasedBy === NOBODY) conversation.runAt = world.now();
  }
  world.announced |= 1;
  world.synced();
}
