import { Radio, Table, Typography } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { type ImportReading, MASKED } from '#contract/imports.ts'
import css from './Reading.module.css'

type Line = ImportReading['preview'][number]

/** So many columns show how a file was read. */
const MOST = 20

/** The first lines of the file as they were read. Where one of them names the columns, another can be chosen for that. */
export function ReadingPreview({
  lines,
  secrets,
  headLine,
  choose,
}: {
  lines: readonly Line[]
  /** By the columns' places, those of passwords. */
  secrets: readonly boolean[]
  headLine: number | undefined
  choose: (line: number, control: string) => void
}) {
  const width = Math.min(MOST, Math.max(0, ...lines.map(({ cells }) => cells.length)))
  return (
    <>
      {headLine === undefined ? null : (
        <Typography.Text type="secondary" style={{ display: 'block' }}>
          {translate('Line {line} names the columns. If that is wrong, choose another line.', {
            line: headLine,
          })}
        </Typography.Text>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keys, too */}
      <section className={css.preview} tabIndex={0} aria-label={translate('First lines')}>
        <Table<Line>
          size="small"
          rowKey="line"
          dataSource={lines}
          pagination={false}
          showHeader={false}
          rowClassName={({ line }) => (line === headLine ? 'ant-table-row-selected' : '')}
        >
          <Table.Column<Line>
            key="line"
            rowScope="row"
            render={(_, { line }) =>
              headLine === undefined ? (
                line
              ) : (
                <Radio
                  id={`head-${line}`}
                  checked={line === headLine}
                  onChange={() => choose(line, `head-${line}`)}
                >
                  <span className="sr-only">{translate('Line')} </span>
                  {line}
                </Radio>
              )
            }
          />
          {Array.from({ length: width }, (_, at) => (
            <Table.Column<Line>
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file have nothing but their places
              key={at}
              render={(_, { line, cells }) => {
                const isMasked = secrets[at] && line !== headLine && cells[at]
                const text = isMasked ? MASKED : cells[at]
                return (
                  <span className={css.cell} dir="auto" title={text}>
                    {text}
                  </span>
                )
              }}
            />
          ))}
        </Table>
      </section>
    </>
  )
}
