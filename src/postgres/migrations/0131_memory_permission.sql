-- A fact about health or a document names the message by which the customer agreed to it: the one that asked
-- to remember it, or the yes to our question.
alter table contact_facts
  add column consent_event_id uuid,
  drop constraint contact_facts_kind_check,
  add constraint contact_facts_kind_check check (kind in ('stated', 'captured', 'requested', 'confirmed'));
update contact_facts set consent_event_id = source_event_id where sensitivity <> 'plain';
alter table contact_facts add constraint sensitive_facts_have_consent
  check (sensitivity = 'plain' or consent_event_id is not null);

-- What the customer was asked for permission to remember: sensitivity, key, message and time, none of its words.
alter table contacts add column memory_asked jsonb not null default '[]';
