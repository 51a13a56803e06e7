import { Button, Typography } from 'antd'
import { useEffect, useRef } from 'react'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { Checkbox } from '#admin/ui/Checkbox.tsx'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import css from './ApplyBar.module.css'
import type { Apply } from './use-apply.ts'
import { applyWords, things, writing } from './words.ts'

/** What writes it all, with what becomes of the rows that cannot be written. */
export function ApplyBar({
  resource,
  about: { counts },
  apply,
}: {
  resource: Resource
  about: Import
  apply: Apply
}) {
  const choice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (apply.isAsked) choice.current?.querySelector('input')?.focus()
  }, [apply.isAsked])
  const { refused } = counts
  const leaving = counted(
    refused,
    'Leave out the {count} row with problems',
    'Leave out the {count} rows with problems',
  )
  return (
    <footer className={css.bar}>
      {refused > 0 && writing(counts) > 0 ? (
        <div ref={choice} style={{ marginInlineEnd: 'auto' }}>
          <Checkbox label={leaving} words={leaving} isOn={apply.isLeft} onToggle={apply.leave} />
        </div>
      ) : null}
      {/* Stands from the start: what appears inside a live region is announced. */}
      <div role="alert" style={{ color: 'var(--danger)' }}>
        {apply.isAsked ? (
          <p>{translate('Mend the rows with problems, or say that they are left out.')}</p>
        ) : null}
      </div>
      {writing(counts) > 0 ? (
        <Button type="primary" loading={apply.isSending} onClick={apply.start}>
          {applyWords(counts)}
        </Button>
      ) : (
        <Typography.Text type="secondary" style={{ display: 'block' }}>
          {refused > 0
            ? translate('No row can be imported as it is.')
            : translate('Nothing to import: all {things} are as they are stored.', {
                things: things(resource),
              })}
        </Typography.Text>
      )}
    </footer>
  )
}
