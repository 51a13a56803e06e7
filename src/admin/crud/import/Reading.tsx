import { Alert, Button, Flex, Spin, Typography } from 'antd'
import { useEffect, useRef } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import type { Before } from './chosen-file.ts'
import { DropArea } from './DropArea.tsx'
import { isPassword } from './matching.ts'
import css from './Reading.module.css'
import { ReadingControl } from './ReadingControl.tsx'
import { ReadingPreview } from './ReadingPreview.tsx'
import { encodings, separators } from './reading-choices.ts'
import { useReadAgain } from './use-read-again.ts'

/** How the file was read, with its first lines. Another choice sends the file again, in place of this import. */
export function Reading({
  resource,
  about,
  before,
}: {
  resource: Resource
  about: Import
  /** What is chosen for the columns so far. */
  before: Pick<Before, 'columns' | 'by'>
}) {
  const again = useReadAgain(resource, about, before)
  const { isSending, refused, reading } = again
  const { encoding, separator, sheet, sheets = [], hiddenSheets = [], headLine, preview } = reading
  const errors = refused?.errors ?? {}
  const isToldAtControl = [
    encoding && errors.encoding,
    separator && errors.separator,
    sheet && errors.sheet,
  ].some(Boolean)
  return (
    <Flex aria-labelledby="reading" aria-busy={isSending} component="section" vertical gap={8}>
      <Flex wrap align="center" gap="4px 16px" style={{ minHeight: 32 }}>
        <h3 id="reading">{translate('How the file was read')}</h3>
        <Typography.Text role="status" type="secondary" style={{ display: 'block' }}>
          {isSending ? translate('Reading the file again…') : ''}
        </Typography.Text>
        {isSending ? (
          <Button size="small" onClick={again.cancel}>
            {translate('Cancel')}
          </Button>
        ) : null}
      </Flex>
      <div className={css.controls}>
        {encoding === undefined ? null : (
          <ReadingControl
            id="encoding"
            label="Encoding"
            choices={encodings()}
            value={encoding}
            error={errors.encoding}
            onChange={(next) => again.read({ encoding: next }, 'encoding')}
          />
        )}
        {separator === undefined ? null : (
          <ReadingControl
            id="separator"
            label="Separator"
            choices={separators()}
            value={separator}
            error={errors.separator}
            onChange={(next) => again.read({ separator: next }, 'separator')}
          />
        )}
        {sheet === undefined ? null : (
          <ReadingControl
            id="sheet"
            label="Sheet"
            choices={sheets.map((name) => ({
              value: name,
              label: hiddenSheets.includes(name)
                ? translate('{sheet} (hidden)', { sheet: name })
                : name,
            }))}
            value={sheet}
            error={errors.sheet}
            onChange={(next) => again.read({ sheet: next }, 'sheet')}
          />
        )}
      </div>
      <div role="alert">
        {refused && !isToldAtControl ? (
          <Alert
            type="error"
            message={errors.headLine ?? refused.text}
            action={
              refused.again ? (
                <Button onClick={refused.again}>{translate('Retry')}</Button>
              ) : undefined
            }
          />
        ) : null}
      </div>
      {again.isFileAsked ? <FileAgain file={about.file} {...again} /> : null}
      <Spin spinning={isSending}>
        <ReadingPreview
          lines={preview}
          secrets={before.columns.map(({ field }) => isPassword(resource, field))}
          headLine={headLine}
          choose={(line, control) => again.read({ headLine: line }, control)}
        />
      </Spin>
      {about.state === 'read' ? null : (
        <Typography.Text type="secondary" style={{ display: 'block' }}>
          {translate('Reading the file in another way discards what you changed in its cells.')}
        </Typography.Text>
      )}
    </Flex>
  )
}

/** Asks for a file that the page has lost. */
function FileAgain({
  file,
  take,
  cancel,
}: {
  file: string
  take: (file: File) => void
  cancel: () => void
}) {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The select that was chosen from takes the focus once more when it closes.
    const frame = requestAnimationFrame(() => area.current?.querySelector('input')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div ref={area} className={css.again}>
      <p>{translate('Choose {file} again to read it in this way.', { file })}</p>
      <DropArea onFile={take} />
      <Button onClick={cancel}>{translate('Cancel')}</Button>
    </div>
  )
}
