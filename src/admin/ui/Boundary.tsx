import { Component, type CSSProperties, type ReactNode, Suspense } from 'react'
import { translate } from '#admin/format/translate.ts'
import { readStored, writeStored } from './storage.ts'

const RELOADED = 'waymark_reloaded_for'
let isReloading = false

// After a deployment an open page requests files that no longer exist. Reload it once for each build.
globalThis.addEventListener?.('vite:preloadError', () => {
  const build = import.meta.url
  if (!navigator.onLine || readStored(RELOADED, 'tab') === build) return
  if (!writeStored(RELOADED, build, 'tab')) return
  isReloading = true
  location.reload()
})

// Not antd's styles: errors also appear when the console failed to load.
const FAULT: CSSProperties = { display: 'grid', gap: 16, maxWidth: 560, padding: 24 }
const BUTTON: CSSProperties = {
  height: 'var(--control)',
  marginInlineEnd: 8,
  padding: '0 16px',
  border: '1px solid var(--edge-strong)',
  borderRadius: 8,
  background: 'var(--surface)',
}

interface Props {
  children: ReactNode
  /** Message in place of a part that is smaller than a page. */
  text?: string
}

interface State {
  failure?: { error: unknown } | undefined
}

/** Shows an error of its children in their place, with Retry, so that the rest of the page stays. */
export class Boundary extends Component<Props, State> {
  override state: State = {}
  private retried: unknown

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown) {
    if (error === this.retried) void reloadIfThere(error)
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    if (isReloading) return null
    const retry = () => {
      this.retried = failure.error
      this.setState({ failure: undefined })
    }
    const { text } = this.props
    return (
      <div style={text ? { padding: 16 } : FAULT} role="alert">
        {text ? null : <h1>{translate('Failed to show this page')}</h1>}
        <p style={{ marginBlockEnd: 8 }}>{translate(text ?? reasonOf(failure.error))}</p>
        <p>
          <button type="button" style={BUTTON} onClick={retry}>
            {translate('Retry')}
          </button>
          {text ? null : (
            <button type="button" style={BUTTON} onClick={() => location.reload()}>
              {translate('Reload page')}
            </button>
          )}
        </p>
      </div>
    )
  }
}

/** Recognizes a failed code download by the messages of browsers and Vite. */
function reasonOf(error: unknown): string {
  return /dynamically imported module|Importing a module script|Unable to preload/.test(
    String(error),
  )
    ? 'Part of the page did not load. Check your connection, or reload the page to get the latest version.'
    : 'An error occurred. Retry, or reload the page.'
}

/** React.lazy never retries a failed import, so this reloads the page once the file is available. */
async function reloadIfThere(failure: unknown): Promise<void> {
  const [file = location.href] = /https?:\S+/.exec(String(failure)) ?? []
  const isThere = await fetch(file, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isThere) return
  // Drafts hold the input, so skip the browser's warning.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)
  location.reload()
}

/** A part of a page whose code loads lazily. If it fails, the rest of the page stays. */
export function AsyncBoundary({
  waiting,
  text = 'Failed to show this part of the page.',
  children,
}: Props & { waiting?: ReactNode }) {
  return (
    <Boundary text={text}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </Boundary>
  )
}
