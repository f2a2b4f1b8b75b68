-- What a night leaves of words that are older than their workspace wants.

-- What came, without the words: its type and its numbers, in the shape that its type has.
create or replace function forgotten_content(content jsonb) returns jsonb
  language sql immutable
  as $$
  select content
    || coalesce((
      select jsonb_object_agg(w.key, w.empty) from (values
        ('body', '""'::jsonb), ('title', '""'), ('payload', '""'), ('text', '""'), ('caption', 'null'), ('fileName', 'null'),
        ('name', 'null'), ('address', 'null'), ('latitude', 'null'), ('longitude', 'null'), ('people', '[]'), ('answer', 'null'),
        ('note', 'null'), ('items', '[]'), ('input', 'null'), ('template', 'null'), ('components', '[]'), ('header', 'null'),
        ('footer', 'null'), ('buttons', '[]'), ('sections', '[]'), ('sha256', 'null'), ('understanding', 'null')) as w (key, empty)
      where content ? w.key), '{}')
$$;

-- What we said, still readable as a message: a template's name, of all others only that they were.
create or replace function forgotten_reply(content jsonb) returns jsonb
  language sql immutable
  as $$
  select case content ->> 'type'
    when 'template' then content || '{"components": []}'
    when 'reaction' then content
    else '{"type": "text", "body": "…"}' end
$$;

-- What a language model was asked, by its numbers.
create or replace function forgotten_step(name text, output jsonb) returns jsonb
  language sql immutable
  as $$
  select case when name like 'model.%' and output ? 'asked' then jsonb_build_object(
    'purpose', output -> 'purpose', 'prompt', output -> 'prompt', 'model', output -> 'model', 'tokens', output -> 'tokens',
    'microUsd', output -> 'microUsd', 'calls', output -> 'calls',
    'asked', jsonb_build_object('reason', output #> '{asked,reason}',
      'failure', jsonb_build_object('code', output #> '{asked,failure,code}'))) end
$$;
