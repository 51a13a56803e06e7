import {
  AppstoreOutlined,
  CompassOutlined,
  DashboardOutlined,
  DeploymentUnitOutlined,
  FlagOutlined,
  HistoryOutlined,
  KeyOutlined,
  LayoutOutlined,
  LineChartOutlined,
  MailOutlined,
  SettingOutlined,
  TeamOutlined,
  UnorderedListOutlined,
  UserOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import type { Icon } from '#model/declaration.ts'

/** Icons of resources and of the console's own pages. */
export type MenuSign =
  | Icon
  | 'dashboard'
  | 'dashboards'
  | 'analytics'
  | 'activity'
  | 'settings'
  | 'account'
  | 'tokens'

const ICONS: Readonly<Record<MenuSign, ComponentType<{ 'aria-hidden'?: 'true' }>>> = {
  dashboard: DashboardOutlined,
  dashboards: LayoutOutlined,
  people: TeamOutlined,
  flag: FlagOutlined,
  path: DeploymentUnitOutlined,
  compass: CompassOutlined,
  mentor: UserSwitchOutlined,
  mail: MailOutlined,
  list: UnorderedListOutlined,
  square: AppstoreOutlined,
  analytics: LineChartOutlined,
  activity: HistoryOutlined,
  settings: SettingOutlined,
  account: UserOutlined,
  tokens: KeyOutlined,
}

/** The icon of a menu entry. Decorative: the label has the meaning. */
export function MenuIcon({ name }: { name: MenuSign }) {
  const Icon = ICONS[name]
  return <Icon aria-hidden="true" />
}
