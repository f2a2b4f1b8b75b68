-- Texts that are found by their words, ranked by BM25 over the texts of one owner. An owner's texts
-- are a collection; a text is an item; its lines are passages. What BM25 counts comes from these two
-- tables alone, so no extension and no background job is needed.

-- A text. Kept as long as its owner keeps it.
create table search_items (
  workspace_id text not null references workspaces,
  collection text not null check (length(collection) between 1 and 200),
  item text not null check (length(item) between 1 and 200),
  lines integer not null check (lines >= 0),
  -- All words of the text, repeated ones too.
  words integer not null check (words >= 0),
  primary key (workspace_id, collection, item)
);

-- A word of a line, by its stem, and how often it stands there. The lengths of line and text stand
-- beside it, so that a search reads this table alone.
create table search_words (
  workspace_id text not null,
  collection text not null,
  word text not null,
  item text not null,
  line integer not null check (line >= 0),
  times integer not null check (times > 0),
  line_words integer not null,
  item_words integer not null,
  primary key (workspace_id, collection, word, item, line),
  foreign key (workspace_id, collection, item) references search_items on delete cascade
);
-- The item stands first: a search, which names none, can only take the key.
create index search_words_by_item on search_words (item, workspace_id, collection);

do $$
declare of_table text;
begin
  foreach of_table in array array['search_items', 'search_words'] loop
    execute format('alter table %I enable row level security', of_table);
    execute format(
      'create policy own_workspace on %I to recado_tenant using (workspace_id = recado_workspace())
       with check (workspace_id = recado_workspace())', of_table);
    execute format('grant select on %I to recado_tenant', of_table);
  end loop;
end $$;
