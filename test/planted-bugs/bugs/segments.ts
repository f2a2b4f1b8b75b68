import type { PlantedBug } from "../planted-bug.ts";

export const SEGMENTS_BUGS: readonly PlantedBug[] = [
  {
    invariant: "segments: a run that was called off does nothing more",
    bug: "a run that an opt-out met at work counts a segment that never was",
    file: "src/postgres/turns/commit-turns.ts",
    find: "segment = case when ${isStopped} then r.segment else coalesce(h.next_segment, r.segment) end,",
    replace: "segment = coalesce(h.next_segment, r.segment),",
    test: "test/segments/segments.test.ts",
    named: "an opt-out while a segment is thought",
  },
  {
    invariant: "segments: no effect of one happens twice or is lost",
    bug: "the calls and messages of all segments of a run share their keys",
    file: "src/runtime/turn-key.ts",
    find: 'return segment === null ? run.id : `${run.id}.${nameInSegment(segment, "")}`.slice(0, -1);',
    replace: 'return segment === null ? run.id : `${run.id}${nameInSegment(null, "")}`;',
    test: "test/segments/killed-in-a-segment.test.ts",
    named: "nothing twice, nothing lost",
  },
  {
    invariant: "segments: a run that was called off does nothing more",
    bug: "a takeover leaves the runs that wait for their segment",
    file: "src/postgres/functions/stops.sql",
    find: "    stop_segments(new.workspace_id, new.id, null, 'taken_over', new.switched_by);",
    replace: "    1;",
    test: "test/segments/segments.test.ts",
    named: "a takeover ends it",
  },
  {
    invariant: "segments: a run that was called off does nothing more",
    bug: "a segment that was called off while it was thought speaks",
    file: "src/runtime/phases/classify.ts",
    find: "return run.stopped ?? (segment",
    replace: "return (run.id === null ? run.stopped : null) ?? (segment",
    test: "test/segments/segments.test.ts",
    named: "its words never leave",
  },
  {
    invariant: "segments: what came meanwhile is handed on",
    bug: "a segment reads nothing of what the customer wrote meanwhile",
    file: "src/postgres/functions/read-turns.sql",
    find: "t.turn_number > g.since_turn",
    replace: "t.turn_number < g.since_turn",
    test: "test/segments/segments.test.ts",
    named: "the segment reads it",
  },
];
