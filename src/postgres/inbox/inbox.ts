import type { Inbox } from "../../core/ports/desk/inbox.ts";
import type { Database } from "../database.ts";
import { addNote, listNotes } from "./conversation-notes.ts";
import { countInbox, listInbox } from "./inbox-list.ts";
import { readPulse } from "./live-pulse.ts";
import { replyAsOperator } from "./operator-reply.ts";
import { readTimeline } from "./timeline.ts";

export function createInbox(database: Database): Inbox {
  return {
    list: (workspace, filter) => listInbox(database, workspace, filter),
    counts: (workspace, person) => countInbox(database, workspace, person),
    timeline: (workspace, id, filter) => readTimeline(database, workspace, id, filter),
    reply: (workspace, id, reply) => replyAsOperator(database, workspace, id, reply),
    addNote: (workspace, id, note) => addNote(database, workspace, id, note),
    listNotes: (workspace, id, filter) => listNotes(database, workspace, id, filter),
    pulse: (look) => readPulse(database, look),
  };
}
