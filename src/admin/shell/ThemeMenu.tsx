import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { MoreMenu } from '#admin/ui/MoreMenu.tsx'
import { chooseTheme, useThemeChoice } from '#admin/ui/theme/mode.ts'
import type { ThemeChoice } from '#admin/ui/theme/shade.ts'

const THEMES = {
  light: { icon: <SunOutlined aria-hidden="true" />, label: 'Light' },
  dark: { icon: <MoonOutlined aria-hidden="true" />, label: 'Dark' },
  system: { icon: <DesktopOutlined aria-hidden="true" />, label: 'As the system' },
} as const satisfies Record<ThemeChoice, object>

/** Light, dark or as the system says; the choice is remembered. */
export function ThemeMenu() {
  const choice = useThemeChoice()
  const { icon, label } = THEMES[choice]
  return (
    <MoreMenu
      label={`${translate('Theme')}: ${translateWithin(label)}`}
      icon={icon}
      items={(['light', 'dark', 'system'] as const).map((one) => ({
        key: one,
        label: translate(THEMES[one].label),
        isChosen: one === choice,
        choose: () => chooseTheme(one),
      }))}
    />
  )
}
