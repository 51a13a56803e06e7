import { NumberField, TextField, UrlField } from '@refinedev/antd'
import { Flex, Typography } from 'antd'
import { use } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { LOCALE } from '#admin/format/language.ts'
import { letterTo } from '#admin/format/letter-to.ts'
import { translate } from '#admin/format/translate.ts'
import { textsAt } from '#admin/providers/adapters/coerce.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import { type Chip, Chips } from '#admin/ui/Chips.tsx'
import { Marked } from '#admin/ui/Marked.tsx'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import { isCurrency } from '#model/formats.ts'
import { getAt, idOf, isObject } from '#model/paths.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { cameFrom } from '../came-from.ts'
import { targetOf } from '../references/target.ts'
import { useNames } from '../references/use-names.ts'
import { idsOf } from '../references/values.ts'
import css from './Cell.module.css'
import { NUMBER } from './columns.ts'

/** So many of a list are shown; the others are counted. */
const MOST = 3
const MOST_NAMES = 2
const IMAGE = { width: 36, height: 36, borderRadius: 6, objectFit: 'cover' } as const
const SWATCH = { width: 16, height: 16, border: '1px solid var(--edge-strong)', borderRadius: 4 }

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
    case 'money':
      return (
        <span style={NUMBER}>
          {typeof value === 'number' ? (
            <NumberField
              value={value}
              locale={LOCALE}
              options={numberOptions(resource, column, row)}
            />
          ) : (
            text
          )}
          {'unit' in column && column.unit !== undefined ? (
            <Typography.Text type="secondary" style={{ fontSize: 12 }}>
              {' '}
              {translate(column.unit)}
            </Typography.Text>
          ) : null}
        </span>
      )
    case 'duration':
      return <TextField style={NUMBER} value={text} />
    case 'boolean':
      if (typeof value !== 'boolean') return <Words text={text} />
      return <Words text={translate(value ? column.yes : column.no)} />
    case 'email':
      return <Address to={letterTo(text)} text={text} isWhole={isWhole} />
    case 'link':
      if (!isWebAddress(text)) return <Words text={text} />
      return <Address to={text} text={shortAddress(text)} title={text} isAway isWhole={isWhole} />
    case 'image':
      if (!isWebAddress(text)) return <Words text={text} />
      return <img style={IMAGE} src={text} alt={nameOf(resource, row)} loading="lazy" />
    case 'colour':
      return (
        <Flex component="span" align="center" gap={8} translate="no">
          <span
            aria-hidden="true"
            style={{ ...SWATCH, ...(/^#[0-9a-f]{6}$/i.test(text) && { background: text }) }}
          />
          {text}
        </Flex>
      )
    case 'json':
      return <Words text={text} isCode={true} />
    case 'list':
      return (
        <Several
          chips={[...new Set(textsAt([value].flat()))].map((one) => ({ key: one, text: one }))}
          most={isWhole ? undefined : MOST}
        />
      )
    case 'reference':
      return <ReferenceCell resource={resource} path={column.path} row={row} isWhole={isWhole} />
  }
}

/** Money as its currency is written, '€1,234.50'; any other number with all of its decimals, '1,234.56'. */
function numberOptions(
  resource: Resource,
  { kind, path }: Props['column'],
  row: Row,
): Intl.NumberFormatOptions {
  const { currency, currencyIn } = (kind === 'money' && describe(resource.row, path)) || {}
  const letters = currencyIn === undefined ? currency : getAt(row, currencyIn)
  return typeof letters === 'string' && isCurrency(letters)
    ? { style: 'currency', currency: letters }
    : { maximumFractionDigits: 20 }
}

function Words({ text, isCode = false }: { text: string; isCode?: boolean }) {
  return (
    <TextField
      className={css.text ?? ''}
      value={text}
      data-code={isCode}
      dir={isCode ? 'ltr' : 'auto'}
      title={text}
      {...(isCode && { translate: 'no' })}
    />
  )
}

interface AddressProps {
  to: string
  text: string
  title?: string
  isAway?: boolean
  isWhole: boolean
}

/** An address; in a list, in one line. */
function Address({ to, text, title = text, isAway = false, isWhole }: AddressProps) {
  return (
    <UrlField
      className={css.link ?? ''}
      value={to}
      title={title}
      dir="auto"
      translate="no"
      data-whole={isWhole}
      {...(isAway && { target: '_blank', rel: 'noreferrer' })}
    >
      {isWhole ? text : <Marked text={text} />}
    </UrlField>
  )
}

/** Several values as chips; those beyond `most` are counted, and told on hover. */
function Several({
  chips,
  most = chips.length,
}: {
  chips: readonly Chip[]
  most?: number | undefined
}) {
  const others = chips.slice(most).map(({ text }) => text)
  return (
    <Flex wrap align="center" gap={4} style={{ paddingBlock: 4 }}>
      <Chips chips={chips.slice(0, most)} />
      {others.length > 0 ? (
        <Typography.Text type="secondary" style={{ fontSize: 12 }} title={others.join(', ')}>
          {`+${others.length}`}
        </Typography.Text>
      ) : null}
    </Flex>
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

/**
 * What a record refers to, by name, each leading to its own record; several as chips. Names that the answer does
 * not bring are read for the whole page at once.
 */
function ReferenceCell({
  resource,
  path,
  row,
  isWhole,
}: {
  resource: Resource
  path: string
  row: Row
  isWhole: boolean
}) {
  const location = useLocation()
  const value = getAt(row, path)
  // A declaration is checked for it at start.
  const target = targetOf(referenceAt(resource.create, path)?.to ?? '')
  const told = toldNames(target, value)
  const ids = idsOf(value)
  const names = useNames(
    target.name,
    ids.filter((id) => !told.has(id)),
  )
  const state = cameFrom(location, translate(use(PageContext).title))
  const chips = ids.map((id) => ({
    key: id,
    text: told.get(id) ?? names.nameOf(id),
    isGone: !told.has(id) && names.isGone(id),
    to: pageAddress(target.page, id),
    state,
  }))
  const [only, second] = chips
  if (!only) return null
  if (second) return <Several chips={chips} most={isWhole ? undefined : MOST_NAMES} />
  if (only.isGone) return <Typography.Text type="secondary">{only.text}</Typography.Text>
  return (
    <Link className={css.link} to={only.to} state={state} title={only.text} dir="auto">
      {only.text}
    </Link>
  )
}

/** The names that stand in the answer itself, where it has records in the place of ids. */
function toldNames(target: Resource, value: unknown): ReadonlyMap<string, string> {
  const entries = [value].flat().flatMap((one): [string, string][] => {
    const id = idOf(one)
    const name = isObject(one) ? nameOf(target, one as Row) : ''
    return typeof id === 'string' && name !== '' && name !== target.label.one ? [[id, name]] : []
  })
  return new Map(entries)
}
