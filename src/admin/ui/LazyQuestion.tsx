import { Suspense, useState } from 'react'
import { loadable } from './loadable.tsx'
import type { Question } from './QuestionDialog.tsx'

const Loaded = loadable(
  () => import('./QuestionDialog.tsx'),
  ({ QuestionDialog }) => QuestionDialog,
)

/** A QuestionDialog whose code comes with the first question. */
export function LazyQuestion(question: Question) {
  const [isUsed, use] = useState(false)
  if (question.isOpen && !isUsed) use(true)
  return isUsed ? (
    <Suspense fallback={null}>
      <Loaded {...question} />
    </Suspense>
  ) : null
}
