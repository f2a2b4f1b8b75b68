-- The words of a text for the search of the memory: plain letters, reduced to their stems. In a database of the C locale, as the
-- embedded one is, PostgreSQL takes every sign beyond ASCII for a letter: "¿cuánto" and "cuánto" were two words, and so were "luz" and
-- "luz💡". What is neither a letter, nor a digit, nor ASCII is a blank here. The column and the lines below hold what this gives, so it
-- never changes: another rule is another function.
create function stems_of(said text) returns tsvector
  language sql immutable strict parallel safe
  return to_tsvector('spanish'::regconfig, regexp_replace(
    translate(lower(said), 'áàâãéêíóôõúüñç', 'aaaaeeiooouunc'), '[^[:alnum:]\x01-\x7f]+', ' ', 'g'));

alter table contact_facts drop column words;
alter table contact_facts add column words tsvector generated always as (
  stems_of(replace(key, '_', ' ') || ' ' || case when subject = 'self' then '' else subject end || ' ' || value || ' ' || quote)) stored;

-- The words of a line of the chat record, made by the first read of an agent that remembers, null until then
-- (src/postgres/shop/recollect.ts). A read over 2,000 lines took half of its time, and more, to find them in each text.
alter table agent_turns add column words tsvector;
-- What is forgotten leaves no word of it here either. No line of before has words, so none is read now.
alter table agent_turns add constraint forgotten_lines_have_no_words check (content <> '' or words is null) not valid;

-- Texts that were indexed with such signs are found by their words again; a sign alone was no word.
with bare as (
  delete from search_words where word ~ '^[^[:alnum:]\x01-\x7f]+' or word ~ '[^[:alnum:]\x01-\x7f]+$'
  returning workspace_id, collection, btrim(regexp_replace(word, '[^[:alnum:]\x01-\x7f]+', ' ', 'g')) as word, item, line, times,
    line_words, item_words
)
insert into search_words (workspace_id, collection, word, item, line, times, line_words, item_words)
select workspace_id, collection, word, item, line, sum(times), min(line_words), min(item_words) from bare
where word <> '' and word !~ ' '
group by workspace_id, collection, word, item, line
on conflict (workspace_id, collection, word, item, line) do update set times = search_words.times + excluded.times;
