import { readStored, writeStored } from '#admin/ui/storage.ts'

/** The rows that a list showed last in this tab: from one of them to the next leads j. */
const KEY = 'waymark_rows'

/** Notes what the list at this address shows. */
export function noteRows(address: string, ids: readonly string[]): void {
  writeStored(KEY, JSON.stringify([address, ...ids]), 'tab')
}

/** The record before or after this one in the list at this address; undefined at its ends, and where nothing is known. */
export function besideInList(address: string, id: string, by: 1 | -1): string | undefined {
  const [noted, ...ids]: unknown[] = JSON.parse(readStored(KEY, 'tab') ?? '[]')
  const at = noted === address ? ids.indexOf(id) : -1
  const beside = at === -1 ? undefined : ids[at + by]
  return typeof beside === 'string' ? beside : undefined
}
