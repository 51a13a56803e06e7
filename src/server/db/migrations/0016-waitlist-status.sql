-- Entries from before addresses were asked by mail count as confirmed: a filter compares what is stored.
do $$ begin
  if to_regclass('rec_waitlist') is not null then
    update rec_waitlist set data = data || '{"status":"confirmed"}' where not data ? 'status';
  end if;
end $$;
