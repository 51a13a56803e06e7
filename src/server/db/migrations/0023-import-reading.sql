-- How a file was read, and how its author says that its numbers and dates are written; null: as its cells show.
alter table imports add column reading jsonb not null default '{"preview":[]}';
alter table imports add column numbers text;
alter table imports add column dates text;
