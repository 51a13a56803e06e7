import { Button, Flex, Tag } from 'antd'
import { counted } from '#admin/format/numbers.ts'
import { timeAgo } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { isTakingBack } from '#admin/providers/tokens.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import type { Token } from '#contract/tokens.ts'
import type { Tone } from '#model/declaration.ts'
import css from './Tokens.module.css'
import { type State, scopeWords, stateOf } from './words.ts'

const MARKS: Readonly<Record<State, { tone: Tone; label: string }>> = {
  live: { tone: 'green', label: 'Live' },
  revoked: { tone: 'grey', label: 'Revoked' },
  expired: { tone: 'yellow', label: 'Expired' },
}

/** One token: what it may do, who made it, when it was used, and what can be done with it. */
export function TokenLine({
  token,
  ask,
}: {
  token: Token
  ask: (what: 'revoke' | 'take-back') => void
}) {
  const now = Date.now()
  const state = stateOf(token, now)
  const { tone, label } = MARKS[state]
  const { name, scopes, createdBy, createdAt, lastUsedAt, expiresAt, revokedAt, events } = token
  const used = lastUsedAt === null ? undefined : timeAgo(lastUsedAt, now)
  return (
    <li className={css.line}>
      <div style={{ flex: '1 1 280px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Flex component="p" wrap align="center" gap="4px 8px">
          <strong dir="auto">{name}</strong>
          <Tag color={tone === 'grey' ? 'default' : tone}>{translate(label)}</Tag>
        </Flex>
        <p>{scopes.map(scopeWords).join(' · ')}</p>
        <ul className={css.facts}>
          <li>{used ? translate('Used {ago}', { ago: used }) : translate('Never used')}</li>
          {state === 'live' ? (
            <li>
              {translate('Ends')}{' '}
              {expiresAt === null ? translate('never') : <DateText iso={expiresAt} absent="" />}
            </li>
          ) : null}
          {revokedAt === null ? null : (
            <li>
              {translate('Revoked')} <DateText iso={revokedAt} absent="" />
            </li>
          )}
          <li>
            {createdBy === null
              ? translate('Made by a command')
              : translate('Made by {name}', { name: createdBy.name })}{' '}
            <DateText iso={createdAt} absent="" />
          </li>
          {events > 0 ? <li>{counted(events, '{count} event', '{count} events')}</li> : null}
          {takenBackWords(token)}
        </ul>
      </div>
      {state === 'revoked' ? null : (
        <Button aria-label={translate('Revoke {name}', { name })} onClick={() => ask('revoke')}>
          {translate('Revoke')}
        </Button>
      )}
      {state === 'revoked' && events > 0 && token.takenBack === null ? (
        <Button
          aria-label={translate('Take back the events of {name}', { name })}
          onClick={() => ask('take-back')}
        >
          {translate('Take back events')}
        </Button>
      ) : null}
    </li>
  )
}

function takenBackWords(token: Token) {
  const { takenBack } = token
  if (takenBack === null) return null
  const { events } = takenBack
  return isTakingBack(token) ? (
    <li>
      {counted(events, 'Taking back: {count} event so far', 'Taking back: {count} events so far')}
    </li>
  ) : (
    <li>{counted(events, '{count} event taken back', '{count} events taken back')}</li>
  )
}
