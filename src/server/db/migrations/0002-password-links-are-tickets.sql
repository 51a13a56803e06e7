-- Links that set a password are rows of tickets. The links in one_time end; each was valid for an hour at most.
drop table one_time;
