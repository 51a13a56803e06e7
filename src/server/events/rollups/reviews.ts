import { lookUp, type Source } from './rollup-sql.ts'
import { addTo, MENTOR_RATINGS } from './sum-tables.ts'

/** The latest review of each user and mentor, and the number and stars of each mentor's reviews. */
export function countReviews({ client, fresh }: Source): Promise<void> {
  const known = lookUp('reviews k', 'k.mentor_id = t.mentor_id and k.user_id = t.user_id')
  return addTo(
    client,
    {
      through: [
        `told as (
         select distinct on (subject_id, user_id)
           subject_id as mentor_id, user_id, amount as rating, at, id as event_id
         from ${fresh} where type = 'mentor_reviewed'
         order by subject_id, user_id, at desc, id desc
       )`,
        `newer as materialized (
         select t.*, r.rating as was_rating
         from told t left join ${known} r on true
         where r.mentor_id is null or (t.at, t.event_id) > (r.at, r.event_id)
       )`,
        `stored as (
         insert into reviews (mentor_id, user_id, rating, at, event_id)
         select mentor_id, user_id, rating, at, event_id from newer
         on conflict (mentor_id, user_id) do update set
           rating = excluded.rating, at = excluded.at, event_id = excluded.event_id
       )`,
      ],
      changes: `select mentor_id, (was_rating is null)::int as n,
      rating - coalesce(was_rating, 0) as stars
      from newer`,
    },
    MENTOR_RATINGS,
  )
}
