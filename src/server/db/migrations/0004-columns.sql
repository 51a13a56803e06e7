-- Declared fields as columns, kept with `data` by a trigger of each table (schema/tables.ts makes them).

-- The instant that an ISO text says; NULL for any other text. A wrong text must not keep a record from being written.
create function waymark_instant(text) returns timestamptz language plpgsql stable as $$
begin
  return $1::timestamptz(3);
exception when others then
  return null;
end $$;

-- `made_from` is the SQL of the value, of new.data. Records up to `filled_to` have it, all of them once
-- `is_filled`. A column that no program declares any more since `left_at` is dropped a day later.
create table field_columns (
  table_name text not null,
  column_name text not null,
  type text not null,
  made_from text not null,
  is_filled boolean not null default false,
  filled_to uuid,
  left_at timestamptz(3),
  primary key (table_name, column_name)
);

-- Which records refer to which, as any program on this database has declared it: one that does not know a
-- resource still refuses to delete what is used there.
create table declared_references (
  resource text not null,
  path text not null,
  refers_to text not null,
  -- What one and many of its records are called.
  label_one text not null,
  label_many text not null,
  table_name text not null,
  column_name text not null,
  primary key (resource, path)
);

-- How far the search texts are remade while `search_made_from` is another than what is declared.
alter table tallies add column search_made_to uuid;
