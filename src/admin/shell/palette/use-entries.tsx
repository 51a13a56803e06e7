import {
  LogoutOutlined,
  PlusOutlined,
  SearchOutlined,
  UploadOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { useLogout, useMenu } from '@refinedev/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, use } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { cameFrom } from '#admin/crud/came-from.ts'
import { mayImport } from '#admin/crud/import/may-import.ts'
import { ACCOUNT_PAGE, addAddress, importAddress, pageAddress } from '#admin/format/addresses.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { hasAccount } from '#admin/http/session.ts'
import { pageAt } from '#admin/pages/pages.ts'
import { mayDo } from '#admin/providers/access-control-provider.ts'
import { type FoundAll, searchAll } from '#admin/providers/search.ts'
import { MenuIcon } from '#admin/ui/icons.tsx'
import { useDebounced } from '#admin/ui/use-debounced.ts'
import { writeListQuery } from '#contract/list-query.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { hasWords, LONGEST_SEARCH, searchWords } from '#model/search.ts'
import { LeaveContext } from '../leave-context.ts'
import { readRecent } from './recent.ts'

const RECENT = 6

/** Milliseconds without a key before the typed text is searched for. */
const DEBOUNCE = 150
/** Found records are shown again without a search for this long, in milliseconds. */
const STALE_TIME = 15_000

export interface PaletteProps {
  input: RefObject<HTMLInputElement | null>
  resources: readonly Resource[]
  close: () => void
  showShortcuts: () => void
}

/** A page, record or action that the palette offers. */
interface Entry {
  id: string
  name: string
  /** A second line, or the name of its list. */
  line?: string | undefined
  icon?: ReactNode
  /** Further words that find it. */
  words?: string
  run: () => void
}

/** The search over all records. Until it has an answer, that of the text before is shown. */
export interface Found extends FoundAll {
  isSearching: boolean
  hasFailed: boolean
  retry: () => void
}

interface EntryGroup {
  title: string
  entries: readonly Entry[]
}

/** The entries for the typed text: pages, actions and records. Without a text: recent pages, pages and actions. */
export function useEntries(
  { resources, showShortcuts }: Pick<PaletteProps, 'resources' | 'showShortcuts'>,
  typed: string,
): { groups: EntryGroup[]; found: Found } {
  const navigate = useNavigate()
  const location = useLocation()
  const found = useFound(resources, typed)
  const actions = useActions(resources, showShortcuts)
  const menu = useMenu().menuItems.map(({ route = '', label = '', meta }) => {
    return { to: route, title: label, icon: meta?.icon }
  })
  const here = menu.find(({ to }) => to === pageAt(location.pathname))
  const back = cameFrom(location, here ? translate(here.title) : '')
  const pages = menu.map(({ to, title, icon }) => ({
    id: to,
    name: translate(title),
    icon,
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
      // The user may have lost the right to a page.
      const page = menu.find((one) => one.to === pageAt(to))
      if (!page) return []
      return {
        id: `recent ${to}`,
        // The stored title may be in another language.
        name: page.to === to ? translate(page.title) : title,
        line: page.to === to ? undefined : translate(page.title),
        icon: page.icon,
        run: () => void navigate(to, page.to === to ? {} : { state: back }),
      }
    })
  return {
    groups: groupsOf({ Recent: recent.slice(0, RECENT), Pages: pages, Actions: actions }),
    found,
  }
}

/** The line with the label of its field, such as 'Description: … the ropes …'. */
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

function useFound(resources: readonly Resource[], typed: string): Found {
  const wanted = typed.trim().slice(0, LONGEST_SEARCH)
  const text = useDebounced(wanted, DEBOUNCE)
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['search over all', text],
    queryFn: ({ signal }) => searchAll(resources, text, signal),
    enabled: text !== '' && wanted !== '',
    placeholderData: keepPreviousData,
    staleTime: STALE_TIME,
  })
  return {
    ...(data ?? { groups: [], missing: [] }),
    isSearching: text !== wanted || isFetching,
    hasFailed: isError && !isFetching,
    retry: () => void refetch(),
  }
}

/** What the role may create and import, and the actions of the console itself. */
function useActions(resources: readonly Resource[], showShortcuts: () => void): Entry[] {
  const navigate = useNavigate()
  const leave = use(LeaveContext)
  const { mutate: logout } = useLogout()
  const addable = resources.filter(
    (one) => !one.hasOwnPage && one.actions.includes('create') && mayDo(one, 'create'),
  )
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
    {
      id: 'keys',
      name: translate('Keyboard shortcuts'),
      icon: <kbd translate="no">?</kbd>,
      run: showShortcuts,
    },
    ...(hasAccount()
      ? [
          {
            id: 'account',
            name: translate('My account'),
            words: translate('Profile Password Passkeys Sessions Theme Time zone'),
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

/** The entries that have all words; those whose name starts with the typed text come first. */
function narrowed(entries: readonly Entry[], typed: string): Entry[] {
  const words = searchWords(typed)
  const text = typed.trim().toLowerCase()
  const begins = ({ name }: Entry) => Number(!name.toLowerCase().startsWith(text))
  return entries
    .filter(({ name, line = '', words: more = '' }) => hasWords(`${name} ${line} ${more}`, words))
    .sort((a, b) => begins(a) - begins(b))
}

/** The groups that are not empty, by their translated titles. */
function groupsOf(groups: Readonly<Record<string, readonly Entry[]>>): EntryGroup[] {
  return Object.entries(groups).flatMap(([title, entries]) =>
    entries.length > 0 ? { title: translate(title), entries } : [],
  )
}
