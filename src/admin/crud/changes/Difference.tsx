import { diffWordsWithSpace } from 'diff'

/** Above this number of changed words, the texts are compared as a whole. */
const MOST = 1000

/** A text with its removed and added words marked. */
export default function Difference({ was, is }: { was: string; is: string }) {
  const pieces = diffWordsWithSpace(was, is, { maxEditLength: MOST }) ?? [
    { value: was, removed: true, added: false },
    { value: is, removed: false, added: true },
  ]
  return pieces.map(({ value, added, removed }, at) => {
    const key = `${at} ${value}`
    if (added)
      return (
        <ins key={key} data-tint="green" style={{ textDecoration: 'none' }}>
          {value}
        </ins>
      )
    return removed ? (
      <del key={key} data-tint="red">
        {value}
      </del>
    ) : (
      value
    )
  })
}
