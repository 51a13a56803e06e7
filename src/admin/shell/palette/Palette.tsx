import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCombobox } from 'downshift'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { listInRow } from '#admin/format/lists.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { takeFocus } from '#admin/ui/focus.ts'
import { LinkButton } from '#admin/ui/LinkButton.tsx'
import { Marked } from '#admin/ui/Marked.tsx'
import { MarkContext } from '#admin/ui/marked.ts'
import type { Resource } from '#model/resource.ts'
import { LONGEST_SEARCH, searchWords } from '#model/search.ts'
import type { MenuProps } from '../Menu.tsx'
import { close } from '../opened.ts'
import type { Entry } from './entries.ts'
import css from './Palette.module.css'
import { useEntries } from './use-entries.tsx'
import type { FoundNow } from './use-found.ts'

interface Props extends Pick<MenuProps, 'groups'> {
  resources: readonly Resource[]
}

/** One field that leads everywhere: to pages, records and what can be done; a combobox in a dialog (NAV-01). */
export function Palette(props: Props) {
  const [typed, setTyped] = useState('')
  /** What is highlighted: the first, until one moves away from it. */
  const [at, setAt] = useState<string>()
  const { groups, found } = useEntries(props, typed)
  const items = groups.flatMap(({ entries }) => entries)
  const words = useMemo(() => searchWords(typed), [typed])
  const name = translate('Search or jump to')
  const box = useCombobox<Entry>({
    items,
    isOpen: true,
    selectedItem: null,
    inputValue: typed,
    // None where nothing was found: a screen reader would look for it in vain.
    highlightedIndex: Math.min(
      items.length - 1,
      Math.max(
        0,
        items.findIndex(({ id }) => id === at),
      ),
    ),
    itemToString: (item) => item?.name ?? '',
    itemToKey: (item) => item?.id,
    onHighlightedIndexChange: ({ highlightedIndex }) => setAt(items[highlightedIndex]?.id),
    onSelectedItemChange: ({ selectedItem }) => {
      // Gone before a question is asked, which would stand below it.
      close('palette')
      selectedItem?.run()
    },
  })

  const highlighted = items[box.highlightedIndex]?.id
  const { id: menuId } = box.getMenuProps({}, { suppressRefError: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is highlighted
  useEffect(() => {
    document.querySelector(`[id='${menuId}'] [data-at=true]`)?.scrollIntoView({ block: 'nearest' })
  }, [highlighted, menuId])

  return (
    <>
      <div className={css.field}>
        <SearchOutlined aria-hidden="true" />
        <input
          {...box.getInputProps({
            ref: takeFocus,
            'aria-label': name,
            onKeyDown,
            onBlur: ({ nativeEvent }) => leaveAlone(nativeEvent),
            onChange: ({ currentTarget }) => {
              setTyped(currentTarget.value)
              setAt(undefined)
            },
          })}
          aria-labelledby={undefined}
          className={css.input}
          dir="auto"
          placeholder={translate('Search or jump to…')}
          maxLength={LONGEST_SEARCH}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
        />
        <span className={css.cancel}>
          <Button type="text" onClick={() => close('palette')}>
            {translate('Cancel')}
          </Button>
        </span>
      </div>
      {/* It scrolls itself, and not what is around it: then its field leads through it. */}
      <div {...box.getMenuProps({ 'aria-label': translate('Results') })} className={css.scroll}>
        <MarkContext value={words}>
          {groups.map(({ title, entries }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, which no fieldset is
            <div key={title} role="group" aria-label={title}>
              <p className={css.title} aria-hidden="true">
                {title}
              </p>
              {entries.map((item) => {
                const index = items.indexOf(item)
                return (
                  <div
                    key={item.id}
                    {...box.getItemProps({
                      ...{ item, index },
                      'aria-selected': index === box.highlightedIndex,
                    })}
                    className={css.entry}
                    data-at={index === box.highlightedIndex}
                  >
                    <span className={css.icon} aria-hidden="true">
                      {item.icon}
                    </span>
                    <span className={css.words}>
                      <bdi className={css.name}>
                        <Marked text={item.name} />
                      </bdi>
                      {item.line ? (
                        <bdi className={css.line}>
                          <Marked text={item.line} />
                        </bdi>
                      ) : null}
                    </span>
                  </div>
                )
              })}
            </div>
          ))}
        </MarkContext>
      </div>
      <Notes typed={typed} count={items.length} found={found} />
      <p className={css.hints} aria-hidden="true">
        <span>
          <kbd translate="no">↑</kbd> <kbd translate="no">↓</kbd> {translate('to move')}
        </span>
        <span>
          <kbd translate="no">↵</kbd> {translate('to open')}
        </span>
        <span>
          <kbd translate="no">Esc</kbd> {translate('to close')}
        </span>
      </p>
    </>
  )
}

/** How far the search is, and what of it failed. Pages and actions stand all the same. */
function Notes({ typed, count, found }: { typed: string; count: number; found: FoundNow }) {
  const { isSearching, hasFailed, missing, retry } = found
  const text = typed.trim()
  const nothing = count === 0 && text !== '' && !isSearching && !hasFailed
  return (
    <>
      <p className={css.note} data-quiet={!(isSearching || nothing)} role="status">
        {isSearching ? translate('Searching…') : null}
        {nothing ? translate('Nothing found for “{text}”', { text }) : null}
        {!isSearching && count > 0 ? (
          <span className="sr-only">{counted(count, '{count} result', '{count} results')}</span>
        ) : null}
      </p>
      {hasFailed || (missing.length > 0 && !isSearching) ? (
        <div className={css.note} role="alert">
          {hasFailed
            ? translate('Records could not be searched.')
            : translate('{things} could not be searched in time.', {
                things: listInRow(missing.map(({ title }) => translate(title))),
              })}{' '}
          <LinkButton onClick={retry}>{translate('Retry')}</LinkButton>
        </div>
      ) : null}
    </>
  )
}

/** Escape closes the dialog, and is none of downshift's. */
function onKeyDown({ key, nativeEvent }: KeyboardEvent) {
  if (key === 'Escape') leaveAlone(nativeEvent)
}

/** downshift leaves an event alone that is marked so. */
function leaveAlone(event: Event) {
  Object.assign(event, { preventDownshiftDefault: true })
}
