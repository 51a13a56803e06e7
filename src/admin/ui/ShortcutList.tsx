import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { Checkbox } from './Checkbox.tsx'
import { takeFocus } from './focus.ts'
import css from './ShortcutList.module.css'
import {
  keyNames,
  SHORTCUT_GROUPS,
  setSingleKeys,
  useHasSingleKeys,
  useShortcutList,
} from './shortcuts.ts'

/** The keys that work on the page below, and the switch for those without Ctrl or ⌘. */
export function ShortcutList() {
  const all = useShortcutList()
  const hasSingle = useHasSingleKeys()
  const title = translate('Keyboard shortcuts')
  return (
    <>
      <header className={css.head}>
        <h2>{title}</h2>
        <form method="dialog">
          <Button
            ref={takeFocus}
            type="text"
            htmlType="submit"
            icon={<CloseOutlined aria-hidden="true" />}
            aria-label={translate('Close')}
          />
        </form>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it takes the focus */}
      <section className={css.groups} tabIndex={0} aria-label={title}>
        {SHORTCUT_GROUPS.map((group) => {
          const members = all.filter((one) => (one.group ?? SHORTCUT_GROUPS[0]) === group)
          if (members.length === 0) return null
          return (
            <section key={group}>
              <h3 className={css.title}>{translate(group)}</h3>
              <dl>
                {members.map(({ keys, words = '' }) => (
                  <div key={keys} className={css.line} data-off={!hasSingle && !keys.includes('+')}>
                    <dt>{translate(words)}</dt>
                    <dd className={css.keys}>
                      <Keys of={keys} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        })}
      </section>
      <footer className={css.foot}>
        <Checkbox
          label={translate('Shortcuts of a single key')}
          words={translate('Shortcuts of a single key')}
          isOn={hasSingle}
          onToggle={setSingleKeys}
        />
      </footer>
    </>
  )
}

function Keys({ of }: { of: string }) {
  const then = translate('then')
  return keyNames(of).map((name, index) => (
    <span key={name}>
      {index > 0 && of.includes(' ') ? <span className={css.then}>{` ${then} `}</span> : null}
      <kbd translate="no" className={css.key}>
        {name}
      </kbd>
    </span>
  ))
}
