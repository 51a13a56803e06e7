import { useCallback, useMemo, useState } from 'react'
import type { OwnAction } from '#model/actions.ts'
import type { Row } from '#model/declaration.ts'

/** An action that was asked for: of a row, or of the whole list. */
export interface Run {
  key: string
  action: OwnAction
  row: Row | undefined
}

export interface Runs {
  all: readonly Run[]
  /** Begins one, unless the same is under way: a second click does nothing. */
  begin: (action: OwnAction, row?: Row) => void
  end: (run: Run) => void
  isRunning: (action: OwnAction, row?: Row) => boolean
}

/** The actions of a list that are being asked about or done. */
export function useRuns(): Runs {
  const [all, setAll] = useState<readonly Run[]>([])
  const begin = useCallback((action: OwnAction, row?: Row) => {
    const run = { key: keyOf(action, row), action, row }
    setAll((known) => (known.some(({ key }) => key === run.key) ? known : [...known, run]))
  }, [])
  const end = useCallback(
    ({ key }: Run) => setAll((known) => known.filter((one) => one.key !== key)),
    [],
  )
  return useMemo(
    () => ({
      all,
      begin,
      end,
      isRunning: (action, row) => all.some(({ key }) => key === keyOf(action, row)),
    }),
    [all, begin, end],
  )
}

function keyOf({ name }: OwnAction, row: Row | undefined): string {
  return `${name} ${row?.id ?? ''}`
}
