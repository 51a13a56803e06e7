import '@ant-design/v5-patch-for-react-19'
import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { isRightToLeft } from '../direction.ts'
import { useIsPhone } from '../use-is-phone.ts'
import { antdTheme } from './antd.ts'
import { useShade } from './mode.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce

const EMPTY = {
  image: <Waymarks />,
  style: { margin: 0, padding: '40px 16px', color: 'var(--muted)', fontSize: 16 },
  styles: { image: { height: 48, marginBlockEnd: 12 } },
}

const TAG = { style: { marginInlineEnd: 0, borderRadius: 999, fontWeight: 500 } }

/** Never taller than the window: what is in a dialog scrolls, its title and buttons stay. */
const MODAL = {
  centered: true,
  styles: {
    content: {
      display: 'flex',
      flexDirection: 'column',
      // The notice about the connection is above a dialog on phones.
      maxHeight: 'calc(92dvh - var(--banner, 0px))',
      padding: 0,
    },
    header: { margin: 0, padding: '16px 24px', borderBlockEnd: '1px solid var(--edge)' },
    body: {
      flex: 1,
      minHeight: 0,
      padding: '16px 24px',
      overflowY: 'auto',
      overscrollBehavior: 'contain',
      containerType: 'inline-size',
    },
    footer: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'flex-end',
      gap: 8,
      margin: 0,
      padding: '12px 24px',
      borderBlockStart: '1px solid var(--edge)',
    },
  },
} as const

/** antd's components within look as all else does. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider
      theme={antdTheme[useShade()][useIsPhone() ? 'phone' : 'desktop']}
      wave={{ disabled: true }}
      empty={EMPTY}
      tag={TAG}
      modal={MODAL}
      direction={isRightToLeft() ? 'rtl' : 'ltr'}
      {...(nonce && { csp: { nonce } })}
    >
      <App component={false}>{children}</App>
    </ConfigProvider>
  )
}

/** The picture of antd's Empty: a trail that leads to the next waymark. */
function Waymarks() {
  return (
    <svg
      viewBox="0 0 120 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M6 42c14-2 12-16 28-17s16 12 32 10 10-15 22-17" strokeDasharray="0.1 6" />
      <path d="M101 4.5l9.5 9.5-9.5 9.5-9.5-9.5Z" fill="currentColor" color="var(--accent)" />
    </svg>
  )
}
