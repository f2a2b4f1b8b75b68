-- What a plain delivery report says stands on its message: three rows with a key each were 1.2 kB of log a message.
-- docs/adr/0014 has the measurements.
alter table outbox_messages
  add column sent_at timestamptz,
  add column delivered_at timestamptz,
  add column read_at timestamptz;
