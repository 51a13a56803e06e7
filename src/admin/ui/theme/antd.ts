import { type ThemeConfig, theme } from 'antd'
import type { Shade } from './shade.ts'
import { dark, font, height, light, type Palette, radius } from './tokens.ts'

/** antd's themes, by shade and by size of window: the same tokens as our own style, so the two never disagree. */
export const antdTheme: Record<Shade, Record<keyof typeof height, ThemeConfig>> = {
  light: themesOf(light, theme.defaultAlgorithm),
  dark: themesOf(dark, theme.darkAlgorithm),
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
      // Dialogs are there, and gone, at once: a click or a key in their first moments would miss them.
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
      colorText: palette.text,
      colorTextHeading: palette.text,
      colorTextSecondary: palette.muted,
      colorTextTertiary: palette.muted,
      colorTextQuaternary: palette.muted,
      colorTextDescription: palette.muted,
      colorTextPlaceholder: palette.muted,
      colorIcon: palette.muted,
      colorIconHover: palette.text,
      colorBgLayout: palette.canvas,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBorder: palette.edgeStrong,
      colorBorderSecondary: palette.edge,
      colorSplit: palette.edge,
      controlItemBgHover: palette.hover,
      controlItemBgActive: palette.primaryTint,
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
        // Words tell a button from its ground; only what is typed into needs the strong edge.
        defaultBorderColor: palette.tones.grey.edge,
        borderColorDisabled: palette.edge,
      },
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
        borderColor: palette.edge,
        headerBorderRadius: 0,
        cellPaddingBlock: 6,
        cellPaddingInline: 12,
      },
      Tooltip: { colorBgSpotlight: '#24332f', colorTextLightSolid: '#ffffff' },
      Form: {
        labelColor: palette.text,
        labelRequiredMarkColor: palette.danger,
        itemMarginBottom: 16,
        verticalLabelPadding: '0 0 4px',
      },
    },
  })
  return { desktop: themeOf(height.desktop.control), phone: themeOf(height.phone.control) }
}
