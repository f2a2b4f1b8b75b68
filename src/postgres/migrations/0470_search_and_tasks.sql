-- Customers and orders are found by an index: a word that none has costs as little as one that a few have.

-- The words of a text and the ends of each, so that `word:*` finds a part of a word: "rta" is in "marta", and 0142 ends a phone.
-- People decorate their names, "🌸Marta", so what is no blank and no punctuation counts as a letter. Ends are three letters long
-- or more, and a word counts up to its 40th letter. The shop stands before each: another shop's customers are not read.
-- The indexes below hold what this function gives, so it never changes: another rule is another function. It costs about
-- a hundred times what PostgreSQL believes of a function, which keeps it from being asked for each row.
create function word_parts(shop text, words text) returns tsvector
  language sql immutable strict parallel safe cost 10000
  return array_to_tsvector(array(
    select distinct shop || '/' || substr(word, start)
    from (
      select left(found, 40) as word
      from regexp_split_to_table(left(folded(words), 3000), '[\s[:punct:]]+') as found
      where found <> '') each
    cross join generate_series(1, greatest(1, length(word) - 2)) as start));

-- Each search reads the entries that wait to be sorted in; 4 MB of them, the usual limit, would be most of its work.
create index contacts_by_words on contacts using gin (
  word_parts(workspace_id, coalesce(name, '') || ' ' || coalesce(profile ->> 'name', ''))) with (gin_pending_list_limit = 256);
create index contact_aliases_by_digits on contact_aliases using gin (word_parts(workspace_id, value))
  with (gin_pending_list_limit = 256) where kind = 'phone';
create index orders_by_words on orders using gin (
  word_parts(workspace_id, shipping_address || ' ' || stage || ' ' || coalesce(pack, '') || ' ' || coalesce(note, '') || ' '
    || coalesce(carrier, '') || ' ' || coalesce(guide, '') || ' ' || jsonb_path_query_array(products, '$[*].name')::text))
  with (gin_pending_list_limit = 256) where deleted_at is null;

-- Plans are made without values, so what these words are like is never asked for.
alter index contacts_by_words alter column 1 set statistics 0;
alter index contact_aliases_by_digits alter column 1 set statistics 0;
alter index orders_by_words alter column 1 set statistics 0;

-- Why a task was left, as a code with its values (src/core/task-about.ts): people read it in their own language. Null: its title and
-- note were written by a person, a model or the shop's own definition.
alter table tasks add column about jsonb;
