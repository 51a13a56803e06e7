import {
  LogoutOutlined,
  PlusOutlined,
  SearchOutlined,
  UploadOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { useLogout, useMenu } from '@refinedev/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
import { useNavigate } from 'react-router-dom'
import { canImport } from '#admin/crud/import/can-import.ts'
import { ACCOUNT_PAGE, addAddress, importAddress, pageAddress } from '#admin/format/addresses.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { hasAccount } from '#admin/http/session.ts'
import { canDo } from '#admin/providers/access-control-provider.ts'
import { type FoundAll, searchAll } from '#admin/providers/search.ts'
import { MenuIcon } from '#admin/ui/icons.tsx'
import { useDebounced } from '#admin/ui/use-debounced.ts'
import { writeListQuery } from '#contract/list-query.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { hasWords, LONGEST_SEARCH, searchWords } from '#model/search.ts'
import { LeaveContext } from '../leave-context.ts'

/** Milliseconds without a key before the typed text is searched for. */
const DEBOUNCE = 150

/** A page, record or action that the palette offers. */
interface Entry {
  id: string
  name: string
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

/** Returns the pages, actions and records that match the typed text. */
export function useEntries(
  resources: readonly Resource[],
  showShortcuts: () => void,
  typed: string,
): { groups: { title: string; entries: Entry[] }[]; found: Found } {
  const navigate = useNavigate()
  const leave = use(LeaveContext)
  const { mutate: logout } = useLogout()
  const { menuItems } = useMenu()
  const found = useFound(resources, typed)
  const text = typed.trim()
  const to = (address: string) => () => void navigate(address)

  const pages = menuItems.map(({ route = '', label = '', meta }): Entry => {
    return { id: route, name: translate(label), icon: meta?.icon, run: to(route) }
  })
  const lists = resources.filter(({ hasOwnPage }) => !hasOwnPage)
  const account = {
    id: 'account',
    name: translate('My account'),
    words: translate('Profile Password Passkeys Sessions Theme Time zone'),
    icon: <UserOutlined aria-hidden="true" />,
    run: to(pageAddress(ACCOUNT_PAGE)),
  }
  const actions: Entry[] = [
    ...lists
      .filter((one) => one.actions.includes('create') && canDo(one, 'create'))
      .map(({ name, messages, page }) => ({
        id: `add ${name}`,
        name: translate(messages.add),
        words: translate('New Create'),
        icon: <PlusOutlined aria-hidden="true" />,
        run: to(addAddress(page)),
      })),
    ...lists.filter(canImport).map(({ name, label, page }) => ({
      id: `import ${name}`,
      name: translate('Import {things}', { things: translateWithin(label.many) }),
      words: translate('File CSV Excel Upload'),
      icon: <UploadOutlined aria-hidden="true" />,
      run: to(importAddress(page)),
    })),
    {
      id: 'keys',
      name: translate('Keyboard shortcuts'),
      icon: <kbd translate="no">?</kbd>,
      run: showShortcuts,
    },
    ...(hasAccount() ? [account] : []),
    {
      id: 'sign out',
      name: translate('Sign out'),
      words: translate('Logout'),
      icon: <LogoutOutlined aria-hidden="true" />,
      run: () => leave(() => logout()),
    },
  ]
  const allOf = (resource: Resource): Entry => ({
    id: `${resource.name} all`,
    name: translate('All {things} with “{text}”', {
      things: translateWithin(resource.label.many),
      text,
    }),
    icon: <SearchOutlined aria-hidden="true" />,
    run: to(`${pageAddress(resource.page)}${writeListQuery({ search: text })}`),
  })
  const records = found.groups.map(({ resource, records, hasMore }) => ({
    title: translate(resource.title),
    entries: [
      ...records.map(({ id, name, line, path }) => ({
        id: `${resource.name} ${id}`,
        name,
        line: lineOf(resource, line, path),
        icon: <MenuIcon name={resource.icon} />,
        run: to(pageAddress(resource.page, id)),
      })),
      ...(hasMore ? [allOf(resource)] : []),
    ],
  }))
  const known = [
    { title: translate('Pages'), entries: narrowed(pages, text) },
    { title: translate('Actions'), entries: narrowed(actions, text) },
  ]
  return {
    groups: [...known.filter(({ entries }) => entries.length > 0), ...(text ? records : [])],
    found,
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
  })
  return {
    ...(data ?? { groups: [], missing: [] }),
    isSearching: text !== wanted || isFetching,
    hasFailed: isError && !isFetching,
    retry: () => void refetch(),
  }
}

/** The line with the label of its field, such as 'Description: … the ropes …'. */
function lineOf(resource: Resource, line?: string, path?: string): string | undefined {
  const label = path && labelOf(resource, path)
  return line && label ? `${translate(label)}: ${line}` : line
}

/** Returns the entries that contain all words. Names that start with the typed text come first. */
function narrowed(entries: readonly Entry[], text: string): Entry[] {
  const words = searchWords(text)
  const begins = ({ name }: Entry) => name.toLowerCase().startsWith(text.toLowerCase())
  return entries
    .filter(({ name, words: more = '' }) => hasWords(`${name} ${more}`, words))
    .sort((a, b) => Number(begins(b)) - Number(begins(a)))
}
