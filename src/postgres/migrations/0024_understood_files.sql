-- What the files of customers say.
--
--   media_items.understanding   what came of listening to it or looking at it, once for ever: the words of a voice note, what
--                               a picture is, or why nobody understood it. It stands with the file, not with the run that
--                               asked: a run that dies, or is merged with the next one, asks nobody twice.
--   media_items.awaited_by      the run that was let go because this file was not there yet. The statement that settles the
--                               file makes its conversation due. Both lock the file first, then the conversation: whoever
--                               comes second sees the other.
--   status erased               its time is over: the bytes are gone, the line and what it said stay.

alter table media_items
  add column awaited_by uuid,
  add column understanding jsonb,
  add column understood_at timestamptz;

alter table media_items drop constraint media_items_status_check;
alter table media_items add constraint media_items_status_check
  check (status in ('waiting', 'stored', 'refused', 'gone', 'erased'));

create index media_to_erase on media_items (settled_at) where status = 'stored';
