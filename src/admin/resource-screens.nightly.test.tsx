// @vitest-environment jsdom
import { describe } from 'vitest'
import { SCREENS, testScreen } from '../../tests/support/resource-screen.tsx'

for (const resource of SCREENS.nightly)
  describe(`${resource.name}: the screen of a declaration`, () => testScreen(resource))
