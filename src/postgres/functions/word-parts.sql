-- The parts of words by which people search. Two indexes make them for each new customer, where a query in SQL was a fourteenth of what
-- PostgreSQL did for such a message: the planner expected a million parts, and built a table to tell them apart. A tsvector does that itself.

create or replace function word_parts(shop text, words text) returns tsvector
  language plpgsql immutable strict parallel safe cost 10000 set search_path from current
  as $$
declare
  word text;
  parts text[] := '{}';
begin
  foreach word in array regexp_split_to_array(left(folded(words), 3000), '[\s[:punct:]]+') loop
    continue when word = '';
    word := left(word, 40);
    for start in 1 .. greatest(1, length(word) - 2) loop
      parts := parts || (shop || '/' || substr(word, start));
    end loop;
  end loop;
  return array_to_tsvector(parts);
end $$;
