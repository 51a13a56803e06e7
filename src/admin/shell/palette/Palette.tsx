import { SearchOutlined } from '@ant-design/icons'
import { Alert, Button, Typography } from 'antd'
import { Command } from 'cmdk'
import { type RefObject, useState } from 'react'
import { listInRow } from '#admin/format/lists.ts'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { Marked } from '#admin/ui/Marked.tsx'
import { MarkContext } from '#admin/ui/marked.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import type { Resource } from '#model/resource.ts'
import { LONGEST_SEARCH, searchWords } from '#model/search.ts'
import css from './Palette.module.css'
import { type Found, useEntries } from './use-entries.tsx'

/** The content of the palette: one input that finds every page, record and action. */
export function Palette({
  input,
  resources,
  close,
  showShortcuts,
}: {
  input: RefObject<HTMLInputElement | null>
  resources: readonly Resource[]
  close: () => void
  showShortcuts: () => void
}) {
  const [typed, setTyped] = useState('')
  const { groups, found } = useEntries(resources, showShortcuts, typed)
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  return (
    <Command
      label={translate('Search or jump to')}
      shouldFilter={false}
      loop
      vimBindings={false}
      className={css.palette}
    >
      <div className={css.field}>
        <SearchOutlined aria-hidden="true" />
        <Command.Input
          ref={input}
          autoFocus
          value={typed}
          onValueChange={setTyped}
          dir="auto"
          placeholder={translate('Search or jump to…')}
          maxLength={LONGEST_SEARCH}
          enterKeyHint="go"
        />
        {useIsPhone() ? (
          <Button type="text" onClick={close}>
            {translate('Cancel')}
          </Button>
        ) : null}
      </div>
      <Command.List label={translate('Results')} className={css.list}>
        <MarkContext value={searchWords(typed)}>
          {groups.map(({ title, entries }) => (
            <Command.Group key={title} heading={title}>
              {entries.map(({ id, name, line, icon, run }) => (
                <Command.Item
                  key={id}
                  value={id}
                  className={css.entry}
                  onSelect={() => {
                    close()
                    run()
                  }}
                >
                  <Typography.Text
                    type="secondary"
                    style={{ flex: 'none', width: 20, fontSize: 16 }}
                    aria-hidden="true"
                  >
                    {icon}
                  </Typography.Text>
                  <Typography.Text strong ellipsis style={{ flex: 'none', maxWidth: '60%' }}>
                    <bdi>
                      <Marked text={name} />
                    </bdi>
                  </Typography.Text>
                  {line ? (
                    <Typography.Text type="secondary" ellipsis>
                      <bdi>
                        <Marked text={line} />
                      </bdi>
                    </Typography.Text>
                  ) : null}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </MarkContext>
      </Command.List>
      <Notes typed={typed} count={count} found={found} />
    </Command>
  )
}

/** Progress and errors of the search. Pages and actions are shown regardless. */
function Notes({ typed, count, found }: { typed: string; count: number; found: Found }) {
  const { isSearching, hasFailed, missing, retry } = found
  const text = typed.trim()
  const isEmpty = count === 0 && text !== '' && !hasFailed
  const result = isEmpty
    ? translate('No results for “{text}”', { text })
    : counted(count, '{count} result', '{count} results')
  const said = isSearching ? translate('Searching…') : result
  const failure = hasFailed
    ? translate('Failed to search records.')
    : translate('The search in {things} took too long.', {
        things: listInRow(missing.map(({ title }) => translate(title))),
      })
  return (
    <>
      <p
        className={isSearching || isEmpty ? undefined : 'sr-only'}
        style={{ paddingBlock: 10, paddingInline: 18, color: 'var(--muted)' }}
        role="status"
      >
        {said}
      </p>
      {!isSearching && (hasFailed || missing.length > 0) ? (
        <Alert
          banner
          type="error"
          message={failure}
          action={<Button onClick={retry}>{translate('Retry')}</Button>}
        />
      ) : null}
    </>
  )
}
