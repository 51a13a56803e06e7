import { Typography } from 'antd'
import { Fragment } from 'react'
import { letterTo } from '#admin/format/letter-to.ts'
import { formatMoney, formatPrecise } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { textsAt } from '#admin/providers/adapters/coerce.ts'
import { Chips } from '#admin/ui/Chips.tsx'
import { Marked } from '#admin/ui/Marked.tsx'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import css from './Cell.module.css'
import { ReferenceCell } from './ReferenceCell.tsx'

/** So many of a list are shown; the others are counted, and told on hover. */
const MOST = 3

interface Props {
  resource: Resource
  column: Exclude<
    Column,
    { kind: 'text' | 'of' | 'date' | 'status' | 'badge' | 'person' | 'part' | 'uses' }
  >
  row: Row
  /** What there is of the value in words; never ''. */
  text: string
  isWhole: boolean
}

/** A value of a kind that few lists have. What a backend sent of another kind is shown as it came. */
export function ValueCell({ resource, column, row, text, isWhole }: Props) {
  const value = getAt(row, column.path)
  switch (column.kind) {
    case 'number':
      return <Quantity text={asNumber(value, text)} unit={column.unit} />
    case 'money': {
      const currency = describe(resource.row, column.path)?.currency
      return <Quantity text={typeof value === 'number' ? formatMoney(value, currency) : text} />
    }
    case 'duration':
      return <Quantity text={text} />
    case 'boolean':
      if (typeof value !== 'boolean') return <Words text={text} />
      return <Words text={translate(value ? column.yes : column.no)} />
    case 'email':
      return <Anchor to={letterTo(text)} text={text} isWhole={isWhole} />
    case 'link':
      return isWebAddress(text) ? (
        <Anchor to={text} text={shortAddress(text)} title={text} isAway={true} isWhole={isWhole} />
      ) : (
        <Words text={text} />
      )
    case 'image':
      if (!isWebAddress(text)) return <Words text={text} />
      return <img className={css.image} src={text} alt={nameOf(resource, row)} loading="lazy" />
    case 'colour':
      return (
        <span className={css.colour} translate="no">
          <Swatch colour={text} />
          {text}
        </span>
      )
    case 'json':
      return <Words text={text} isCode={true} />
    case 'list':
      return <TextChips texts={textsAt([value].flat())} isWhole={isWhole} />
    case 'reference':
      return <ReferenceCell resource={resource} path={column.path} row={row} isWhole={isWhole} />
  }
}

function asNumber(value: unknown, text: string): string {
  return typeof value === 'number' ? formatPrecise(value) : text
}

/** A number in its column: its digits stand below those of the others. */
function Quantity({ text, unit }: { text: string; unit?: string | undefined }) {
  return (
    <span
      style={{ unicodeBidi: 'plaintext', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
    >
      {text}
      {unit === undefined ? null : (
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {' '}
          {translate(unit)}
        </Typography.Text>
      )}
    </span>
  )
}

function Words({ text, isCode = false }: { text: string; isCode?: boolean }) {
  return (
    <span
      className={css.text}
      data-code={isCode}
      dir={isCode ? 'ltr' : 'auto'}
      title={text}
      {...(isCode && { translate: 'no' })}
    >
      {text}
    </span>
  )
}

interface AnchorProps {
  to: string
  text: string
  title?: string
  isAway?: boolean
  isWhole: boolean
}

/** An address in one line; where it stands whole it goes on in the next after '@', '.' and '/' alone. */
function Anchor({ to, text, title = text, isAway = false, isWhole }: AnchorProps) {
  return (
    <a
      className={css.link}
      href={to}
      title={title}
      dir="auto"
      translate="no"
      data-whole={isWhole}
      {...(isAway && { target: '_blank', rel: 'noreferrer' })}
    >
      {isWhole ? <Parts of={text.split(/(?<=[@./])/)} /> : <Marked text={text} />}
    </a>
  )
}

/** A text whose lines end between its parts alone. */
function Parts({ of: [first, ...others] }: { of: readonly string[] }) {
  return (
    <>
      {first}
      {others.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, which come and go together
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  )
}

/** Its colour is set by script, for the page allows no styles in its text. */
function Swatch({ colour }: { colour: string }) {
  return (
    <span
      className={css.swatch}
      aria-hidden="true"
      ref={(element) => {
        if (element) element.style.backgroundColor = /^#[0-9a-f]{6}$/i.test(colour) ? colour : ''
      }}
    />
  )
}

function TextChips({ texts, isWhole }: { texts: readonly string[]; isWhole: boolean }) {
  const all = [...new Set(texts)]
  const most = isWhole ? all.length : MOST
  return (
    <div className={css.several} title={all.join(', ')}>
      <Chips chips={all.slice(0, most).map((text) => ({ key: text, text }))} />
      {all.length > most ? <small>{`+${all.length - most}`}</small> : null}
    </div>
  )
}

/** Whatever a backend sends, a click opens a page of the web and runs nothing. */
function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** 'example.org/about', without what nobody reads. */
function shortAddress(text: string): string {
  return text.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
}
