-- An order is its customer's, under whatever name they are known by then: as with aliases and conversations, whoever writes
-- one while its contact is merged away looks again.

create trigger refuse_merged_contact after insert or update of contact_id on orders
  for each row execute function refuse_merged_contact();
