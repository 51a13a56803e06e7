import { Flex, Tag } from 'antd'
import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { Marked } from './Marked.tsx'

export interface Chip {
  key: string
  text: string
  /** The referenced record no longer exists. */
  isGone?: boolean
  /** Target of the link, and its location state. */
  to?: string
  state?: object
}

/** A row of chips: names of missions, skills, fields. Chips of records link to them. */
export function Chips({ chips, label }: { chips: readonly Chip[]; label?: string }) {
  return (
    <Flex component="ul" wrap gap={4} aria-label={label}>
      {chips.map(({ key, text, isGone = false, to, state }) => (
        <li key={key}>
          <Tag dir="auto" style={isGone ? { ...WORDS, ...GONE } : WORDS}>
            {to === undefined || isGone ? (
              <Marked text={text} />
            ) : (
              <Link to={to} state={state}>
                {text}
              </Link>
            )}
          </Tag>
        </li>
      ))}
    </Flex>
  )
}

const WORDS: CSSProperties = {
  marginInlineEnd: 0,
  borderRadius: 6,
  fontWeight: 400,
  overflowWrap: 'anywhere',
  whiteSpace: 'normal',
}
const GONE: CSSProperties = { borderStyle: 'dashed', fontStyle: 'italic' }

/** Plain words, each once. */
export function WordChips({ words }: { words: readonly string[] }) {
  return <Chips chips={[...new Set(words)].map((text) => ({ key: text, text }))} />
}
