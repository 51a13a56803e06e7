// @vitest-environment jsdom
import { test } from 'vitest'
import { registry } from '#resources/index.ts'
import { prepareViews, saveAndOpen } from '../../tests/support/saved-views.tsx'

prepareViews()

// The list of users is in the gate.
for (const resource of registry.filter(({ hasOwnPage, name }) => !hasOwnPage && name !== 'users'))
  test(`${resource.name}: what the list shows is saved as a view, and opened from the menu`, () =>
    saveAndOpen(resource))
