-- What every turn of an agent that remembers reads: the facts of the profile, and which messages were forgotten. With 2,000 facts of
-- one person, each was found among all of them (src/postgres/shop/recollect.ts).
create index facts_of_profile on contact_facts (contact_id, workspace_id, seq desc)
  where valid_to is null and subject = 'self'
    and key in ('display_name', 'tone_preference', 'language_preference', 'timezone', 'goals', 'constraints');
create index facts_forgotten on contact_facts (contact_id, workspace_id) where ended = 'forgotten';
