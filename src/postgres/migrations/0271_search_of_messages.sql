-- Messages are found by their words, without accents. The index follows each line of the chat record, whose
-- words never change but are forgotten.

-- People search without accents and capitals; a composed and a decomposed letter are one. The index below holds
-- what this function gives, so it never changes: another rule is another function.
create function folded(words text) returns text
  language sql immutable strict parallel safe
  return translate(lower(normalize(words, NFC)), 'áéíóúàèìòùâêîôûäëïöüãõñç', 'aeiouaeiouaeiouaeiouaonc');

create index agent_turns_words on agent_turns using gin (to_tsvector('simple', folded(content)))
  where role <> 'system';
