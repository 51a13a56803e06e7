/** What may happen to somebody who types. */
export const CALAMITIES = [
  'page crashes',
  'browser is killed',
  'browser is closed',
  'tab is closed',
  'page is reloaded',
  'session ends (401)',
  'no network, page stays',
  'no network, tab is closed',
] as const
export type Calamity = (typeof CALAMITIES)[number]

/** A form: where it is, how it is opened, and where it is typed. */
export interface FormPlace {
  name: string
  path: string
  open: RegExp
  label: string
  /** Its save is sent whatever else is in it. */
  isEdit: boolean
}
export const FORMS: readonly FormPlace[] = [
  { name: 'new user', path: 'users', open: /^Add User$/, label: 'First Name', isEdit: false },
  { name: 'user', path: 'users', open: /^Edit /, label: 'Last Name', isEdit: true },
  {
    name: 'new mission',
    path: 'missions',
    open: /^(Add|New|Create) /,
    label: 'Description',
    isEdit: false,
  },
  { name: 'mission', path: 'missions', open: /^Edit /, label: 'Description', isEdit: true },
  { name: 'new mentor', path: 'mentors', open: /^(Add|New|Create) /, label: 'Bio', isEdit: false },
  { name: 'protocol', path: 'protocols', open: /^Edit /, label: 'Description', isEdit: true },
  { name: 'dashboard', path: 'dashboards', open: /^Edit$/, label: 'Description', isEdit: true },
]
