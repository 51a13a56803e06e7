import { NumberField, TextField, UrlField } from '@refinedev/antd'
import { Flex, Typography } from 'antd'
import { use } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import { LOCALE } from '#admin/format/language.ts'
import { mailtoLink } from '#admin/format/mailto.ts'
import { translate } from '#admin/format/translate.ts'
import { textsAt } from '#admin/providers/adapters/coerce.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import { type Chip, Chips } from '#admin/ui/Chips.tsx'
import { Marked } from '#admin/ui/Marked.tsx'
import type { Column } from '#model/columns.ts'
import type { Row } from '#model/declaration.ts'
import { describe, isCurrency } from '#model/describe.ts'
import { getAt } from '#model/paths.ts'
import { referenceAt } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { cameFrom } from '../came-from.ts'
import { targetOf } from '../references/target.ts'
import { useNamesAt } from '../references/use-names.ts'
import css from './Cell.module.css'
import { NUMBER } from './columns.ts'

const IMAGE = { width: 36, height: 36, borderRadius: 6, objectFit: 'cover' } as const
const SWATCH = { width: 16, height: 16, border: '1px solid var(--edge-strong)', borderRadius: 4 }

interface Props {
  resource: Resource
  column: Exclude<
    Column,
    { kind: 'text' | 'of' | 'date' | 'status' | 'badge' | 'person' | 'part' | 'uses' }
  >
  row: Row
  /** The value as text; never ''. */
  text: string
  isWhole: boolean
}

/** A value of a rare kind. Values of other types from a backend are shown unformatted. */
export function ValueCell(props: Props) {
  const { resource, column, row, text, isWhole } = props
  const value = getAt(row, column.path)
  const words = <TextField className={css.text ?? ''} value={text} dir="auto" title={text} />
  const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
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
      return typeof value === 'boolean' ? translate(value ? column.yes : column.no) : words
    case 'email':
    case 'link': {
      const isLink = column.kind === 'link'
      // Links only to web addresses: a value from the backend must not run a script.
      if (isLink && !isWeb) return words
      // Shortened to 'example.org/about': no scheme, no www., no trailing slash.
      const short = isLink ? text.replace(/^https?:\/\/(www\.)?|\/$/gi, '') : text
      return (
        <UrlField
          className={css.link ?? ''}
          value={isLink ? text : mailtoLink(text)}
          title={text}
          dir="auto"
          translate="no"
          data-whole={isWhole}
          {...(isLink && { target: '_blank', rel: 'noreferrer' })}
        >
          <Marked text={short} />
        </UrlField>
      )
    }
    case 'image':
      return isWeb ? (
        <img style={IMAGE} src={text} alt={nameOf(resource, row)} loading="lazy" />
      ) : (
        words
      )
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
      return (
        <TextField
          className={css.text ?? ''}
          code
          value={text}
          dir="ltr"
          title={text}
          translate="no"
        />
      )
    case 'list':
      return (
        <Several
          chips={[...new Set(textsAt([value].flat()))].map((one) => ({ key: one, text: one }))}
          most={isWhole ? undefined : 3}
        />
      )
    case 'reference':
      return <ReferenceCell {...props} />
  }
}

/** Formats money in its currency, '€1,234.50', and other numbers with all decimals, '1,234.56'. */
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

/** Several values as chips. Those beyond `most` are counted and listed on hover. */
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

/** Names of the referenced records, each a link; several as chips. */
function ReferenceCell({ resource, column, row, isWhole }: Props) {
  const location = useLocation()
  // Declarations are checked at start, so there is a target.
  const to = referenceAt(resource.create, column.path)?.to ?? ''
  const { page } = targetOf(to)
  const state = cameFrom(location, translate(use(PageContext).title))
  const chips = useNamesAt(to, getAt(row, column.path)).map(({ id, name, isGone }) => ({
    ...{ key: id, text: name, isGone, state },
    to: pageAddress(page, id),
  }))
  const [only, second] = chips
  if (!only) return null
  if (second) return <Several chips={chips} most={isWhole ? undefined : 2} />
  if (only.isGone) return <Typography.Text type="secondary">{only.text}</Typography.Text>
  return (
    <Link className={css.link} to={only.to} state={state} title={only.text} dir="auto">
      {only.text}
    </Link>
  )
}
