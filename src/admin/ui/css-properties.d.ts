import 'react'

declare module 'react' {
  /** What an element tells its style sheet: style={{ '--width': '96px' }}. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
