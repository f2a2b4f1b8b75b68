-- A phone that is bound has a contact. The other way round is the binding's own business.
alter table member_phones drop constraint phone_is_bound_whole;
alter table member_phones add constraint bound_phone_has_a_contact check (bound_at is null or contact_id is not null);
