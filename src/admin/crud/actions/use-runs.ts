import { useCallback, useMemo, useState } from 'react'
import type { OwnAction } from '#model/actions.ts'
import type { Row } from '#model/declaration.ts'

/** An action that was asked for: of a row, or of the whole list. */
export interface Run {
  key: string
  action: OwnAction
  row: Row | undefined
  /** Its question was answered, if it has one. */
  isSent: boolean
  /** What its question asks was chosen before. */
  isAgreed?: true
}

export interface Runs {
  all: readonly Run[]
  /** Begins one, unless the same is under way: a second click does nothing. */
  begin: (action: OwnAction, row?: Row, isAgreed?: true) => void
  /** It is on its way, or it failed and is asked about again. */
  send: (run: Run, isSent: boolean) => void
  end: (run: Run) => void
  /** Whether it was sent and has not ended. */
  isRunning: (action: OwnAction, row?: Row) => boolean
}

/** The actions of a list that are being asked about or done. */
export function useRuns(): Runs {
  const [all, setAll] = useState<readonly Run[]>([])
  const begin = useCallback((action: OwnAction, row?: Row, isAgreed?: true) => {
    const agreed = isAgreed && { isAgreed }
    const run = { key: keyOf(action, row), action, row, isSent: false, ...agreed }
    setAll((known) => (known.some(({ key }) => key === run.key) ? known : [...known, run]))
  }, [])
  const send = useCallback(
    ({ key }: Run, isSent: boolean) =>
      setAll((known) => known.map((one) => (one.key === key ? { ...one, isSent } : one))),
    [],
  )
  const end = useCallback(
    ({ key }: Run) => setAll((known) => known.filter((one) => one.key !== key)),
    [],
  )
  return useMemo(
    () => ({
      all,
      begin,
      send,
      end,
      isRunning: (action, row) =>
        all.some(({ key, isSent }) => isSent && key === keyOf(action, row)),
    }),
    [all, begin, send, end],
  )
}

function keyOf({ name }: OwnAction, row: Row | undefined): string {
  return `${name} ${row?.id ?? ''}`
}
