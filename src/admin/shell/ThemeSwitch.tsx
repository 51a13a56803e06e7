import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { translate } from '#admin/format/translate.ts'
import { chooseTheme, useThemeChoice } from '#admin/ui/theme/mode.ts'
import type { ThemeChoice } from '#admin/ui/theme/shade.ts'

const STEPS = {
  system: { next: 'light', icon: <DesktopOutlined />, label: 'Theme: as the system' },
  light: { next: 'dark', icon: <SunOutlined />, label: 'Theme: light' },
  dark: { next: 'system', icon: <MoonOutlined />, label: 'Theme: dark' },
} as const satisfies Record<ThemeChoice, object>

/** Goes round light, dark and as the system says; the choice is remembered. */
export function ThemeSwitch() {
  const { next, icon, label } = STEPS[useThemeChoice()]
  return (
    <Tooltip title={translate(label)} placement="bottomRight">
      <Button
        type="text"
        icon={icon}
        aria-label={translate(label)}
        onClick={() => chooseTheme(next)}
      />
    </Tooltip>
  )
}
