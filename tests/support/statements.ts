import type { MockInstance } from 'vitest'

export interface Statement {
  text: string
  values: unknown[]
}

/** The statements that a spy on a pool's `query` saw, whichever way they were given. */
export function statementsOf(spy: MockInstance): Statement[] {
  return spy.mock.calls.map(([config, values]) =>
    typeof config === 'string'
      ? { text: config, values: values ?? [] }
      : { text: String(Object(config).text), values: values ?? Object(config).values ?? [] },
  )
}
