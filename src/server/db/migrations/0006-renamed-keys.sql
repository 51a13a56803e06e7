-- Keys of records that have another name by now. While a program may still run that knows the old name, both are
-- stored and the table's trigger keeps them alike; from `ended_at` on the old one is taken away. What is under way
-- has been done for records up to `filled_to`, for all of them once `is_filled`.
create table renamed_keys (
  table_name text not null,
  new_key text not null,
  old_key text not null,
  is_filled boolean not null default false,
  filled_to uuid,
  -- Since then no program that was started declares the old name.
  left_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (table_name, new_key)
);
