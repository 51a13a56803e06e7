import { counted } from '#admin/format/numbers.ts'

/** How many sessions end. */
export function endedText(count: number): string {
  return counted(count, 'It ends {count} session.', 'It ends {count} sessions.')
}
