import { Checkbox, Flex, Modal, Typography } from 'antd'
import { lazy, useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { Part } from '#admin/ui/Boundary.tsx'
import { Spinner } from '#admin/ui/Spinner.tsx'
import { hasSingleKeys, MOD, setSingleKeys, useChord, useSingleKey } from '#admin/ui/shortcuts.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { Resource } from '#model/resource.ts'

/** What is open above the page: the palette or the list of shortcuts. */
export type Overlay = 'palette' | 'shortcuts' | undefined

const Palette = lazy(() =>
  import('./palette/Palette.tsx').then(({ Palette }) => ({ default: Palette })),
)

const WHOLE_SCREEN = { top: 0, maxWidth: 'none', margin: 0, padding: 0 }

/** Above forms and their questions. */
const ABOVE_DIALOGS = 1600

/** The keys that work on every page, and what they open: the palette and the list of shortcuts. */
export function ShellOverlays({
  overlay,
  setOverlay,
  resources,
}: {
  overlay: Overlay
  setOverlay: (next: Overlay) => void
  resources: readonly Resource[]
}) {
  const isPhone = useIsPhone()
  const input = useRef<HTMLInputElement>(null)
  useChord('k', () => setOverlay('palette'))
  useSingleKey('/', () => {
    const search = document.querySelector<HTMLInputElement>('main input[type=search]')
    if (search) search.select()
    else setOverlay('palette')
  })
  useSingleKey('?', () => setOverlay('shortcuts'))
  const close = () => setOverlay(undefined)
  const shared = { footer: null, onCancel: close, destroyOnHidden: true, zIndex: ABOVE_DIALOGS }
  return (
    <>
      <Modal
        {...shared}
        open={overlay === 'palette'}
        afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
        title={translate('Search or jump to')}
        closable={false}
        width={isPhone ? '100%' : 640}
        style={isPhone ? WHOLE_SCREEN : {}}
        styles={{
          header: { display: 'none' },
          body: { padding: 0 },
          content: { padding: 0, ...(isPhone && { height: '100dvh', borderRadius: 0 }) },
        }}
      >
        <Part waiting={<Spinner />}>
          <Palette
            resources={resources}
            input={input}
            close={close}
            showShortcuts={() => setOverlay('shortcuts')}
          />
        </Part>
      </Modal>
      <Modal
        {...shared}
        open={overlay === 'shortcuts'}
        title={translate('Keyboard shortcuts')}
        width={440}
      >
        <ShortcutList />
      </Modal>
    </>
  )
}

const SHORTCUTS = [
  ['/', 'Search this list, or everything'],
  ['N', 'Add a record to this list'],
  [`${MOD} K`, 'Search or jump to'],
  [`${MOD} Enter`, 'Save the form'],
  ['?', 'Keyboard shortcuts'],
] as const

function ShortcutList() {
  const [isOn, setOn] = useState(hasSingleKeys)
  return (
    <>
      <dl style={{ marginBlockEnd: 16 }}>
        {SHORTCUTS.map(([keys, words]) => (
          <Flex key={keys} justify="space-between" style={{ paddingBlock: 6 }}>
            <dt>{translate(words)}</dt>
            <dd>
              {keys.split(' ').map((key) => (
                <Typography.Text key={key} keyboard translate="no">
                  {key}
                </Typography.Text>
              ))}
            </dd>
          </Flex>
        ))}
      </dl>
      <Checkbox
        checked={isOn}
        onChange={({ target }) => {
          setSingleKeys(target.checked)
          setOn(target.checked)
        }}
      >
        {translate('Shortcuts of a single key')}
      </Checkbox>
    </>
  )
}
