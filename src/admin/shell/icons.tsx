import {
  AppstoreOutlined,
  CompassOutlined,
  DashboardOutlined,
  DeploymentUnitOutlined,
  FlagOutlined,
  SettingOutlined,
  TeamOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

const ICONS: Record<string, ComponentType<{ 'aria-hidden'?: 'true' }>> = {
  dashboard: DashboardOutlined,
  users: TeamOutlined,
  missions: FlagOutlined,
  protocols: DeploymentUnitOutlined,
  'career-fields': CompassOutlined,
  mentors: UserSwitchOutlined,
  settings: SettingOutlined,
}

/** The icon of a menu entry; a resource without one of its own gets the general one. The word beside it says it. */
export function MenuIcon({ name }: { name: string }) {
  const Icon = ICONS[name] ?? AppstoreOutlined
  return <Icon aria-hidden="true" />
}
