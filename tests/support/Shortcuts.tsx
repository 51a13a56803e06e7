import { type ReactNode, useRef } from 'react'
import { type Shortcut, useShortcut } from '#admin/ui/shortcuts.ts'

/** Something that binds a key while it is shown: 'n' unless another is named. */
export function Bound({
  children,
  ...shortcut
}: Partial<Shortcut> & Pick<Shortcut, 'run'> & { children?: ReactNode }) {
  useShortcut({ keys: 'n', words: 'Add', ...shortcut })
  return children
}

/** A dialog with a key of its own. */
export function SavingDialog({ save }: { save: () => void }) {
  const form = useRef<HTMLDivElement>(null)
  useShortcut({ keys: 'mod+enter', words: 'Save', within: form, run: save })
  return (
    <div role="dialog" aria-modal="true">
      <div ref={form}>
        <textarea aria-label="Text" />
      </div>
    </div>
  )
}
