import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import type { MenuGroup } from '#admin/pages/pages.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import { Overlay } from '#admin/ui/Overlay.tsx'
import { Spinner } from '#admin/ui/Spinner.tsx'
import { useShortcuts } from '#admin/ui/shortcuts.ts'
import { pageKeys } from './page-keys.ts'

const ShortcutList = loadable(
  () => import('#admin/ui/ShortcutList.tsx'),
  ({ ShortcutList }) => ShortcutList,
)

/** The keys that work on every page: to another one, and the list of all of them. */
export function Keys({ groups }: { groups: readonly MenuGroup[] }) {
  const navigate = useNavigate()
  const [isListed, setListed] = useState(false)
  useShortcuts([
    { keys: '?', words: 'Keyboard shortcuts', group: 'Everywhere', run: () => setListed(true) },
    ...pageKeys(groups.flatMap(({ pages }) => pages)).map(({ key, page }) => ({
      keys: `g ${key}`,
      words: page.title,
      group: 'Go to' as const,
      run: () => void navigate(page.to),
    })),
  ])
  if (!isListed) return null
  return (
    <Overlay label={translate('Keyboard shortcuts')} width={560} onClosed={() => setListed(false)}>
      <Part waiting={<Spinner />}>
        <ShortcutList />
      </Part>
    </Overlay>
  )
}
