-- Names that end. A phone that its owner has given up belongs to nobody, until somebody writes from it: so that news of a
-- change which comes late takes no name from a newcomer, a name knows when its owner was first heard under it.

alter table contact_aliases add column heard_at timestamptz not null default now();
update contact_aliases set heard_at = created_at;
comment on column contact_aliases.heard_at is 'When the contact was first heard under this name, by the channel''s own time.';
