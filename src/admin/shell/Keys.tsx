import { useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import { loadable } from '#admin/ui/loadable.tsx'
import { Overlay } from '#admin/ui/Overlay.tsx'
import { Spinner } from '#admin/ui/Spinner.tsx'
import { useShortcuts } from '#admin/ui/shortcuts.ts'
import type { Resource } from '#model/resource.ts'
import type { MenuProps } from './Menu.tsx'
import { close, opened } from './opened.ts'
import { pageKeys } from './page-keys.ts'
import { useNoteRecent } from './palette/recent.ts'

const ShortcutList = loadable(
  () => import('#admin/ui/ShortcutList.tsx'),
  ({ ShortcutList }) => ShortcutList,
)
const Palette = loadable(
  () => import('./palette/Palette.tsx'),
  ({ Palette }) => Palette,
)

const WHAT = {
  palette: { label: 'Search or jump to', width: 640 },
  keys: { label: 'Keyboard shortcuts', width: 560 },
}

/** The keys that work on every page, and what they open above it: the palette and the list of all keys. */
export function Keys(given: Pick<MenuProps, 'groups'> & { resources: readonly Resource[] }) {
  const navigate = useNavigate()
  const what = useSyncExternalStore(opened.watch, opened.now)
  useNoteRecent()
  const group = 'Everywhere'
  const search = { words: 'Search or jump to', group, run: () => opened.set('palette') } as const
  useShortcuts([
    { ...search, keys: 'mod+k', isAbove: true },
    // Where a list has a search box, that is meant.
    { ...search, keys: '/' },
    { keys: '?', words: 'Keyboard shortcuts', group, run: () => opened.set('keys') },
    ...pageKeys(given.groups.flatMap(({ pages }) => pages)).map(({ key, page }) => ({
      keys: `g ${key}`,
      words: page.title,
      group: 'Go to' as const,
      run: () => void navigate(page.to),
    })),
  ])
  if (!what) return null
  const { label, width } = WHAT[what]
  return (
    <Overlay key={what} label={translate(label)} width={width} onClosed={() => close(what)}>
      <Part waiting={<Spinner />}>
        {what === 'palette' ? <Palette {...given} /> : <ShortcutList />}
      </Part>
    </Overlay>
  )
}
