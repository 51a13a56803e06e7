import {
  DesktopOutlined,
  LogoutOutlined,
  MoonOutlined,
  PlusOutlined,
  SearchOutlined,
  SunOutlined,
  UploadOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { useLogout } from '@refinedev/core'
import { use } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { cameFrom } from '#admin/crud/came-from.ts'
import { mayImport } from '#admin/crud/import/may-import.ts'
import { ACCOUNT_PAGE, addAddress, importAddress, pageAddress } from '#admin/format/addresses.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { hasAccount } from '#admin/http/session.ts'
import { pageAt } from '#admin/pages/pages.ts'
import { mayDo } from '#admin/providers/access-control-provider.ts'
import { MenuIcon } from '#admin/ui/icons.tsx'
import { chooseTheme } from '#admin/ui/theme/mode.ts'
import { writeListQuery } from '#contract/list-query.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { LeaveContext } from '../leaving.ts'
import type { MenuProps } from '../Menu.tsx'
import { opened } from '../opened.ts'
import { type Entry, type EntryGroup, groupsOf, narrowed } from './entries.ts'
import { readRecent } from './recent.ts'
import { type FoundNow, useFound } from './use-found.ts'

const RECENT = 6

/** What the palette offers for what was typed; without a text what was opened lately, pages and actions. */
export function useEntries(
  { groups, resources }: Pick<MenuProps, 'groups'> & { resources: readonly Resource[] },
  typed: string,
): { groups: EntryGroup[]; found: FoundNow } {
  const navigate = useNavigate()
  const location = useLocation()
  const found = useFound(resources, typed)
  const actions = useActions(resources)
  const menu = groups.flatMap(({ pages }) => pages)
  const here = menu.find(({ to }) => to === pageAt(location.pathname))
  const back = cameFrom(location, here ? translate(here.title) : '')
  const pages = menu.map(({ to, title, icon }) => ({
    id: to,
    name: translate(title),
    icon: <MenuIcon name={icon} />,
    run: () => void navigate(to),
  }))
  if (typed.trim() !== '') {
    const records = found.groups.map(({ resource, records, hasMore }) => ({
      title: translate(resource.title),
      entries: [
        ...records.map(({ id, name, line, path }) => ({
          id: `${resource.name} ${id}`,
          name,
          line: line !== undefined && path !== undefined ? labelled(resource, path, line) : line,
          icon: <MenuIcon name={resource.icon} />,
          run: () => void navigate(pageAddress(resource.page, id), { state: back }),
        })),
        ...(hasMore ? [allOf(resource, typed.trim(), (to) => void navigate(to))] : []),
      ],
    }))
    const known = { Pages: narrowed(pages, typed), Actions: narrowed(actions, typed) }
    return { groups: [...groupsOf(known), ...records], found }
  }
  const recent = readRecent()
    .filter(({ to }) => to !== location.pathname)
    .flatMap(({ to, title }): Entry | Entry[] => {
      // A page that is not theirs any more is not offered.
      const page = menu.find((one) => one.to === pageAt(to))
      if (!page) return []
      return {
        id: `recent ${to}`,
        // A page is called as in the menu, whatever language it was noted in.
        name: page.to === to ? translate(page.title) : title,
        line: page.to === to ? undefined : translate(page.title),
        icon: <MenuIcon name={page.icon} />,
        run: () => void navigate(to, page.to === to ? {} : { state: back }),
      }
    })
  return {
    groups: groupsOf({ Recent: recent.slice(0, RECENT), Pages: pages, Actions: actions }),
    found,
  }
}

/** 'Description: … the ropes …', where the path has a label that says more. */
function labelled(resource: Resource, path: string, line: string): string {
  const label = labelOf(resource, path)
  return label === undefined ? line : `${translate(label)}: ${line}`
}

function allOf(resource: Resource, text: string, go: (to: string) => void): Entry {
  return {
    id: `${resource.name} all`,
    name: translate('All {things} with “{text}”', {
      things: translateWithin(resource.label.many),
      text,
    }),
    icon: <SearchOutlined aria-hidden="true" />,
    run: () => go(`${pageAddress(resource.page)}${writeListQuery({ search: text })}`),
  }
}

/** What the role may add, and what there is to do with the console itself. */
function useActions(resources: readonly Resource[]): Entry[] {
  const navigate = useNavigate()
  const leave = use(LeaveContext)
  const { mutate: logout } = useLogout()
  const addable = resources.filter(
    (one) => !one.hasOwnPage && one.actions.includes('create') && mayDo(one, 'create'),
  )
  const theme = translate('Switch theme')
  return [
    ...addable.map((resource) => ({
      id: `add ${resource.name}`,
      name: translate(resource.messages.add),
      words: translate('New Create'),
      icon: <PlusOutlined aria-hidden="true" />,
      run: () => void navigate(addAddress(resource.page)),
    })),
    ...resources
      .filter((one) => !one.hasOwnPage && mayImport(one))
      .map((resource) => ({
        id: `import ${resource.name}`,
        name: translate('Import {things}', {
          things: translateWithin(resource.label.many),
        }),
        words: translate('File CSV Excel Upload'),
        icon: <UploadOutlined aria-hidden="true" />,
        run: () => void navigate(importAddress(resource.page)),
      })),
    ...(
      [
        ['light', 'Theme: light', <SunOutlined key="light" aria-hidden="true" />],
        ['dark', 'Theme: dark', <MoonOutlined key="dark" aria-hidden="true" />],
        ['system', 'Theme: as the system', <DesktopOutlined key="system" aria-hidden="true" />],
      ] as const
    ).map(([choice, label, icon]) => ({
      id: `theme ${choice}`,
      name: translate(label),
      words: theme,
      icon,
      run: () => chooseTheme(choice),
    })),
    {
      id: 'keys',
      name: translate('Keyboard shortcuts'),
      icon: <kbd translate="no">?</kbd>,
      run: () => opened.set('keys'),
    },
    ...(hasAccount()
      ? [
          {
            id: 'account',
            name: translate('My account'),
            words: translate('Profile Password Passkeys Sessions'),
            icon: <UserOutlined aria-hidden="true" />,
            run: () => void navigate(pageAddress(ACCOUNT_PAGE)),
          },
        ]
      : []),
    {
      id: 'sign out',
      name: translate('Sign out'),
      words: translate('Logout'),
      icon: <LogoutOutlined aria-hidden="true" />,
      run: () => leave(() => logout()),
    },
  ]
}
