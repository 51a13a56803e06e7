import { type Change, diffWordsWithSpace } from 'diff'

/** A text with what was removed and added marked, word by word. */
export default function Difference({ was, is }: { was: string; is: string }) {
  return shortened(difference(was, is)).map(({ value, added, removed }, at) => {
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

/** More changed words than this are compared as a whole text. */
const MOST = 1000

function difference(was: string, is: string): Change[] {
  return (
    diffWordsWithSpace(was, is, { maxEditLength: MOST }) ?? [
      { value: was, removed: true, added: false, count: 1 },
      { value: is, removed: false, added: true, count: 1 },
    ]
  )
}

/** How much of a long unchanged text is shown beside a change. */
const NEAR = 100

/** Cuts long unchanged stretches short. */
function shortened(pieces: readonly Change[]): Change[] {
  return pieces.map((piece, at) => {
    const { value, added, removed } = piece
    if (added || removed || pieces.length < 2 || value.length <= 3 * NEAR) return piece
    const head = at === 0 ? '' : value.slice(0, NEAR).replace(/\S*$/, '')
    const tail = at === pieces.length - 1 ? '' : value.slice(-NEAR).replace(/^\S*/, '')
    return { ...piece, value: `${head}…${tail}` }
  })
}
