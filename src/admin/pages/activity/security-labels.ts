import { resourceNamed } from '#admin/crud/references/target.ts'
import { formatNumber } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import {
  SECURITY_EVENTS,
  type SecurityEventName,
  type SecurityLine,
} from '#contract/security-log.ts'
import { humanise } from '#model/words.ts'

/** Texts of the security events. Each follows a name. */
const WORDS: Readonly<Record<SecurityEventName, string>> = {
  signed_in: 'Signed in',
  sign_in_failed: 'Failed to sign in',
  sign_in_refused: 'Too many sign-in attempts',
  signed_out: 'Signed out',
  sessions_ended: 'Was signed out everywhere',
  token_refused: 'Sent an invalid token',
  access_refused: 'Was denied access',
  password_changed: 'Password changed',
  email_changed: 'Email changed',
  password_link_made: 'Password link created',
  password_asked_for: 'Requested a password reset',
  factor_added: 'Added a two-step verification method',
  factor_removed: 'Removed a two-step verification method',
  recovery_code_used: 'Used a recovery code',
  second_factor_failed: 'Failed two-step verification',
  sign_on_linked: 'Linked single sign-on',
  confirmed: 'Confirmed identity',
  confirm_failed: 'Failed to confirm identity',
  admin_made: 'Was made an admin',
  role_changed: 'Role changed',
  status_changed: 'Status changed',
  user_deleted: 'Was deleted',
  user_erased: 'Was erased permanently',
  record_erased: 'Erased permanently',
  service_token_made: 'Created a token',
  service_token_revoked: 'Revoked a token',
  token_events_taken_back: 'Deleted the events of a token',
  exported: 'Exported',
  imported: 'Imported',
  backup_made: 'Created a backup',
  backup_failed: 'Failed to create a backup',
  restored: 'Restored a backup',
  settings_changed: 'Changed a setting',
  events_left_out: 'Repeated events were not logged',
  log_swept: 'Deleted old events',
}

export const EVENT_CHOICES = SECURITY_EVENTS.map((value) => ({ value, label: WORDS[value] }))

export function markOf({ event }: SecurityLine): string | undefined {
  const [, mark] = /_(failed|refused)$/.exec(event) ?? []
  return mark && translate(humanise(mark))
}

/** 'Role changed: Editor', 'Exported: users_2026-11-23.csv (1,204)' */
export function happened({ event, what, became, count }: SecurityLine): string {
  // The details of a log clean-up are not useful to users.
  const named = event === 'log_swept' ? undefined : what
  const facts = [named && nameOf(named), became && saidOf(became)].filter(Boolean).join(', ')
  const words = translate(WORDS[event] ?? humanise(event))
  const said = facts ? translate('{what}: {facts}', { what: words, facts }) : words
  return count === undefined ? said : `${said} (${formatNumber(count)})`
}

function nameOf(what: string): string {
  const resource = resourceNamed(what)
  return resource ? translate(resource.label.many) : what
}

/** Translates the server's own words. Names that users chose are returned unchanged. */
function saidOf(word: string): string {
  return /^[a-z]+$/.test(word) ? translate(humanise(word)) : word
}
