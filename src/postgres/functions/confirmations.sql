-- A confirmation is decided once, in time, for exactly what was asked. What follows is the run's.

-- RC005. Once it is decided its words may be erased.
create or replace function check_confirmation() returns trigger
  language plpgsql
  as $$
begin
  if (new.workspace_id, new.id, new.run_id, new.conversation_id, new.call_id, new.tool, new.arguments_hash, new.agent_id,
      new.agent_version, new.asked_by, new.audience, new.created_at, new.expires_at)
    is distinct from (old.workspace_id, old.id, old.run_id, old.conversation_id, old.call_id, old.tool, old.arguments_hash,
      old.agent_id, old.agent_version, old.asked_by, old.audience, old.created_at, old.expires_at)
    or (old.status = 'pending' and (new.input, new.question) is distinct from (old.input, old.question))
  then raise exception 'what confirmation % asks cannot change', old.id using errcode = 'RC005';
  end if;
  if new.status is distinct from old.status and (old.status <> 'pending'
    or (new.status in ('approved', 'denied') and recado_now() >= old.expires_at)
    or (new.status = 'expired' and recado_now() < old.expires_at))
  then raise exception 'confirmation % cannot go from % to %', old.id, old.status, new.status using errcode = 'RC005';
  end if;
  if new.status = old.status and (new.decided_by, new.decided_at) is distinct from (old.decided_by, old.decided_at)
  then raise exception 'confirmation % was decided before', old.id using errcode = 'RC005';
  end if;
  return new;
end $$;
create or replace trigger confirmation_is_decided_once before update on confirmations
  for each row execute function check_confirmation();

-- A customer who says no has had the answer to it. A cancelled question is not spoken of again.
create or replace function heed_decision() returns trigger
  language plpgsql
  as $$
begin
  if new.status = 'cancelled' or (new.status = 'denied' and new.audience = 'customer') then
    update agent_runs r set status = 'completed', due_at = null, ended_at = recado_now(),
      outcome = case new.status when 'cancelled' then 'cancelled' else 'declined' end
    where r.workspace_id = new.workspace_id and r.id = new.run_id and r.status = 'waiting_confirmation';
  elsif new.status in ('approved', 'denied') then
    update agent_runs r set due_at = recado_now()
    where r.workspace_id = new.workspace_id and r.id = new.run_id and r.status = 'waiting_confirmation' and r.due_at is not null;
  end if;
  return null;
end $$;
create or replace trigger run_heeds_decision after update of status on confirmations
  for each row when (old.status is distinct from new.status) execute function heed_decision();

-- Cancels what an agent asked in a conversation, of one session or of all; answers how many. An
-- operator's own question stays.
create or replace function cancel_confirmations(
  of_workspace text, of_conversation uuid, of_session uuid, who text, why text) returns int
  language plpgsql
  as $$
declare
  cancelled int;
begin
  update confirmations f set status = 'cancelled', decided_at = recado_now(), decided_by = coalesce(who, 'system'), note = why
  where f.workspace_id = of_workspace and f.conversation_id = of_conversation and f.status = 'pending' and f.asked_by is null
    and (of_session is null or f.session_id = of_session);
  get diagnostics cancelled = row_count;
  return cancelled;
end $$;

create or replace function cancel_for_session() returns trigger
  language plpgsql
  as $$
begin
  perform cancel_confirmations(new.workspace_id, new.conversation_id, new.id, 'system', 'the session is over: ' || new.status);
  return null;
end $$;
create or replace trigger session_ends_with_its_questions after update of status on agent_sessions
  for each row when (old.status = 'active' and new.status <> 'active')
  execute function cancel_for_session();

-- What would change an order is over once the order is cancelled, by a person or an agent. The shop's own tools are left to
-- its people: a refund may be asked because of the very cancellation.
create or replace function cancel_for_order() returns trigger
  language plpgsql
  as $$
begin
  update confirmations f set status = 'cancelled', decided_at = recado_now(), decided_by = coalesce(new.changed_by, 'system'),
    note = 'the order was cancelled'
  where f.workspace_id = new.workspace_id and f.status = 'pending'
    and f.tool in ('create_order', 'update_order', 'cancel_order', 'crm.order.update', 'crm.order.updateStatus', 'crm.order.delete')
    and (f.input ->> 'orderId' = new.id::text or f.input ->> 'purchaseKey' = new.purchase_key);
  return null;
end $$;
create or replace trigger order_ends_with_its_questions after update on orders
  for each row when ((new.status = 'cancelled' and old.status <> 'cancelled') or (new.deleted_at is not null and old.deleted_at is null))
  execute function cancel_for_order();
