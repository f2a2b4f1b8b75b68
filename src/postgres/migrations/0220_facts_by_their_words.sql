-- The words of a fact, without accents and reduced to their stems, so that a turn finds the facts that have to do with its message.
-- A fact that is forgotten loses them with its value and its quote.
alter table contact_facts add column words tsvector generated always as (
  to_tsvector('spanish'::regconfig, translate(
    lower(replace(key, '_', ' ') || ' ' || case when subject = 'self' then '' else subject end || ' ' || value || ' ' || quote),
    'áàâãéêíóôõúüñç', 'aaaaeeiooouunc'))) stored;
