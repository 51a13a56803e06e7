import { Component, type ReactNode, Suspense } from 'react'
import { translate } from '#admin/format/translate.ts'
import css from './Boundary.module.css'
import { type Attempt, AttemptContext, isNotLoaded } from './loadable.tsx'

interface Props {
  children: ReactNode
  /** What stands in place of a part that is less than a page; takes what tries again. */
  fallback?: (retry: () => void) => ReactNode
}

interface State {
  failed: boolean
  /** A file did not come; else the error is one of the code. */
  isMissing?: boolean
  attempt: Attempt
}

/** Keeps a fault of one part from blanking the rest (LOAD-02); says so in plain words, with a way on (LOAD-01). */
// biome-ignore lint/style/useReactFunctionComponents: only a class can catch its children's faults
export class Boundary extends Component<Props, State> {
  override state: State = { failed: false, attempt: {} }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: true, isMissing: isNotLoaded(error) }
  }

  override render() {
    const { fallback, children } = this.props
    const { failed, isMissing = false, attempt } = this.state
    if (!failed) return <AttemptContext value={attempt}>{children}</AttemptContext>
    const retry = () => this.setState({ failed: false, attempt: { isRetry: true } })
    return fallback ? fallback(retry) : <PageFault isMissing={isMissing} retry={retry} />
  }
}

function PageFault({ isMissing, retry }: { isMissing: boolean; retry: () => void }) {
  return (
    <div className={css.fault} role="alert">
      <h1>{translate('This page could not be shown')}</h1>
      <p>
        {isMissing
          ? translate(
              'A part of it did not load. The connection may have failed, or a newer version was installed.',
            )
          : translate('An error occurred on it. Retry, or reload the page.')}
      </p>
      <p>
        <button type="button" onClick={retry}>
          {translate('Retry')}
        </button>
        <button type="button" onClick={() => location.reload()}>
          {translate('Reload page')}
        </button>
      </p>
    </div>
  )
}

/**
 * A part of a page: its code may be on the way and may fail, and the rest of the page stands all the same. Takes
 * what stands meanwhile, and what is said of a failure.
 */
export function Part({ waiting, text = 'This part could not be shown.', children }: PartProps) {
  return (
    <Boundary
      fallback={(retry) => (
        <div className={css.part} role="alert">
          <p>{translate(text)}</p>
          <button type="button" onClick={retry}>
            {translate('Retry')}
          </button>
        </div>
      )}
    >
      <Suspense fallback={waiting}>{children}</Suspense>
    </Boundary>
  )
}

interface PartProps {
  waiting?: ReactNode
  text?: string
  children: ReactNode
}
