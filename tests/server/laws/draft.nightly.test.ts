import { test } from 'vitest'
import { draftLaw } from '../../suites/laws/draft.ts'
import { PATIENCE, print, RUNS, SEED } from '../../suites/laws/law.ts'

test('CHG-06 FORM-01 what was typed into any form is what comes back', PATIENCE, async () => {
  print('draft', RUNS, await draftLaw(RUNS, SEED))
})
