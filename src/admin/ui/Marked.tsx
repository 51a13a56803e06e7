import { Suspense, use } from 'react'
import { Boundary } from './Boundary.tsx'
import { loadable } from './loadable.tsx'
import { MarkContext } from './marked.ts'

const MarkedText = loadable(
  () => import('./MarkedText.tsx'),
  (module) => module.MarkedText,
)

/** A text, in which the words of the search around it are marked. It stands as it is until the code for that is there. */
export function Marked({ text, isOff = false }: { text: string; isOff?: boolean }) {
  const words = use(MarkContext)
  if (isOff || words.length === 0 || text === '') return text
  return (
    <Boundary fallback={() => text}>
      <Suspense fallback={text}>
        <MarkedText text={text} words={words} />
      </Suspense>
    </Boundary>
  )
}
