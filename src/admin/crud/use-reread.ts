import { useDataProvider } from '@refinedev/core'
import type { Row } from '#model/spec.ts'
import { isStatus } from './notices.ts'

/** What is found of a record after a write that got no answer. */
export type Found = { row: Row } | 'gone' | 'unknown'

/** Gives what asks for a record of this resource anew, past everything that is remembered. It never throws. */
export function useReread(page: string): (id: string) => Promise<Found> {
  const dataProvider = useDataProvider()
  return async (id) => {
    try {
      return { row: (await dataProvider().getOne<Row>({ resource: page, id })).data }
    } catch (error) {
      return isStatus(error, 404) ? 'gone' : 'unknown'
    }
  }
}
