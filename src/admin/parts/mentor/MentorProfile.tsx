import type { DetailProps } from '../props.ts'

/** What stands under a mentor. */
export function MentorProfile({ row }: DetailProps) {
  return <p dir="auto">{String(row.bio ?? '')}</p>
}
