import '@ant-design/v5-patch-for-react-19'
import { App, ConfigProvider, type ThemeConfig, theme } from 'antd'
import type { ReactNode } from 'react'
import { isRightToLeft } from '../direction.ts'
import { useIsPhone } from '../use-is-phone.ts'
import { useShade } from './mode.ts'
import type { Shade } from './shade.ts'
import { dark, font, height, light, type Palette, radius } from './tokens.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce

const EMPTY = {
  image: <Waymarks />,
  style: { margin: 0, padding: '40px 16px', color: 'var(--muted)', fontSize: 16 },
  styles: { image: { height: 48, marginBlockEnd: 12 } },
}

const TAG = { style: { marginInlineEnd: 0, borderRadius: 999, fontWeight: 500 } }

/** Limits dialogs to the window's height: the content scrolls, title and buttons stay. */
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

/** antd's themes by palette and window size, from the tokens of our own styles. */
const antdTheme: Record<Shade, Record<keyof typeof height, ThemeConfig>> = {
  light: themesOf(light, theme.defaultAlgorithm),
  dark: themesOf(dark, theme.darkAlgorithm),
}

/** Applies the theme to antd's components. */
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

/** The image of antd's Empty: a trail to the next waymark. */
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

/** Background and border colours of antd's Alert. */
function alertColours({ tones: { green, yellow, blue } }: Palette) {
  return {
    colorSuccess: green.text,
    colorSuccessBg: green.fill,
    colorSuccessBorder: green.edge,
    colorWarning: yellow.text,
    colorWarningBg: yellow.fill,
    colorWarningBorder: yellow.edge,
    colorInfo: blue.text,
    colorInfoBg: blue.fill,
    colorInfoBorder: blue.edge,
  }
}

/**
 * antd's Tag uses a preset colour's first shade as background, the third as border, the seventh as text. `green7`
 * and `green-7` become one CSS variable, so both are set.
 */
function tagColours({ tones: { grey: _, ...tones } }: Palette) {
  return Object.fromEntries(
    Object.entries(tones).flatMap(([name, { fill, edge, text }]) =>
      [name, `${name}-`].flatMap((shade) => [
        [`${shade}1`, fill],
        [`${shade}3`, edge],
        [`${shade}7`, text],
      ]),
    ),
  )
}

function themesOf(palette: Palette, algorithm: typeof theme.defaultAlgorithm) {
  const { primary: colorPrimary, danger: colorError } = palette
  const themeOf = (controlHeight: number): ThemeConfig => ({
    // antd derives even the colours it starts from; ours were chosen for their contrast and stay as they are.
    algorithm: (seed) => ({
      ...algorithm(seed),
      colorPrimary,
      colorError,
      colorLink: colorPrimary,
      ...tagColours(palette),
    }),
    // Variables instead of class hashes: half the style text, and a change of theme rewrites only these.
    cssVar: { key: 'waymark' },
    hashed: false,
    token: {
      fontFamily: font.family,
      fontSize: font.size.body,
      borderRadius: radius.control,
      borderRadiusLG: radius.card,
      controlHeight,
      wireframe: false,
      // The text of a busy button stays legible.
      opacityLoading: 1,
      // Dialogs open and close at once: during an animation, a click or a key would miss them.
      motion: false,
      colorPrimary,
      colorPrimaryHover: palette.primaryHover,
      colorPrimaryActive: palette.primaryActive,
      colorPrimaryBg: palette.primaryTint,
      colorPrimaryBgHover: palette.primaryTint,
      colorLinkHover: palette.primaryHover,
      colorLinkActive: palette.primaryActive,
      colorError,
      colorErrorHover: palette.dangerHover,
      colorErrorText: palette.danger,
      colorErrorBg: palette.tones.red.fill,
      colorErrorBorder: palette.tones.red.edge,
      ...alertColours(palette),
      colorText: palette.text,
      colorTextSecondary: palette.muted,
      colorTextTertiary: palette.muted,
      colorTextQuaternary: palette.muted,
      colorBgLayout: palette.canvas,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBorder: palette.edgeStrong,
      colorBorderSecondary: palette.edge,
      colorSplit: palette.edge,
      controlItemBgHover: palette.hover,
      colorFillAlter: palette.hover,
    },
    components: {
      Button: {
        primaryColor: palette.onPrimary,
        dangerColor: palette.onDanger,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 500,
        // A button is identified by its text; only inputs need the strong border.
        defaultBorderColor: palette.tones.grey.edge,
        borderColorDisabled: palette.edge,
      },
      Collapse: {
        headerBg: 'transparent',
        headerPadding: '8px 0',
        borderlessContentBg: 'transparent',
        borderlessContentPadding: '4px 0 0',
      },
      Layout: {
        headerBg: palette.surface,
        headerHeight: 56,
        headerPadding: '0 24px',
        footerBg: 'transparent',
        footerPadding: '16px 24px',
      },
      Menu: {
        activeBarBorderWidth: 0,
        itemBg: 'transparent',
        itemHoverBg: palette.hover,
        groupTitleColor: palette.muted,
        groupTitleFontSize: font.size.meta,
        itemHeight: controlHeight,
        itemMarginBlock: 1,
        itemMarginInline: 12,
        iconSize: 17,
        collapsedIconSize: 17,
        iconMarginInlineEnd: 12,
      },
      Tabs: {
        itemColor: palette.muted,
        itemHoverColor: palette.text,
        horizontalItemGutter: 4,
        horizontalItemPadding: '8px 12px',
        horizontalMargin: '0 0 16px',
      },
      Alert: { defaultPadding: '8px 12px 8px 16px', withDescriptionPadding: '12px 16px' },
      // Aligns headings with the lines below them.
      Card: { bodyPadding: 0, headerPadding: controlHeight === height.phone.control ? 16 : 24 },
      Tag: { defaultBg: palette.tones.grey.fill, defaultColor: palette.tones.grey.text },
      Descriptions: { itemPaddingBottom: 0 },
      Dropdown: { paddingBlock: (controlHeight - 22) / 2 },
      Badge: { colorError: palette.primary, colorTextLightSolid: palette.onPrimary },
      Table: {
        headerBg: palette.canvas,
        headerColor: palette.muted,
        headerSplitColor: 'transparent',
        headerSortActiveBg: palette.canvas,
        headerSortHoverBg: palette.hover,
        bodySortBg: palette.surface,
        rowHoverBg: palette.hover,
        rowSelectedBg: palette.primaryTint,
        rowSelectedHoverBg: palette.primaryTint,
        rowExpandedBg: palette.surface,
        headerBorderRadius: 0,
        cellPaddingBlock: 6,
        cellPaddingInline: 12,
      },
      Tooltip: { colorBgSpotlight: '#24332f', colorTextLightSolid: '#ffffff' },
      Form: {
        itemMarginBottom: 16,
        verticalLabelPadding: '0 0 4px',
      },
    },
  })
  return { desktop: themeOf(height.desktop.control), phone: themeOf(height.phone.control) }
}
