import { Button, Card, Empty, Flex, Table, Tag, Typography } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { counted } from '#admin/format/numbers.ts'
import { timeAgo } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { useSubmit } from '#admin/pages/account/use-submit.ts'
import {
  isTakingBack,
  revokeToken,
  TOKENS_KEY,
  takeEventsBack,
  useTokens,
} from '#admin/providers/tokens.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import { toast } from '#admin/ui/toast/store.ts'
import type { MadeToken, Token } from '#contract/tokens.ts'
import { MadeDialog } from './MadeDialog.tsx'
import { NewToken } from './NewToken.tsx'
import { type State, scopeWords, stateOf } from './words.ts'

type Asked = { what: 'revoke' | 'take-back'; token: Token }

/** The API tokens: they are made, shown once and revoked; the events that one sent can be deleted. */
export default function Tokens() {
  const { data, error, refetch } = useTokens()
  const area = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isNew, setNew] = useState(false)
  const [made, setMade] = useState<MadeToken>()
  const [asked, ask] = useState<Asked>()
  useTakenBackToast(data)
  useKeptFocus(area, { fallback: 'button' })
  return (
    <section>
      <PageHead>
        <Button ref={button} type="primary" onClick={() => setNew(true)}>
          {translate('New token')}
        </Button>
      </PageHead>
      {error && !data ? (
        <FailureNotice
          text={error.message || translate('Failed to fetch the tokens.')}
          retry={() => void refetch()}
        />
      ) : (
        <Card ref={area} style={{ overflow: 'hidden' }}>
          <TokenTable tokens={data} ask={ask} />
        </Card>
      )}
      {isNew ? (
        <NewToken
          made={(token) => {
            setNew(false)
            setMade(token)
          }}
          close={() => {
            setNew(false)
            button.current?.focus()
          }}
        />
      ) : null}
      {made ? (
        <MadeDialog
          made={made}
          close={() => {
            setMade(undefined)
            button.current?.focus()
          }}
        />
      ) : null}
      <TokenQuestion asked={asked} close={() => ask(undefined)} />
    </section>
  )
}

const STATES: Readonly<Record<State, { color: string; label: string }>> = {
  live: { color: 'green', label: 'Live' },
  revoked: { color: 'default', label: 'Revoked' },
  expired: { color: 'yellow', label: 'Expired' },
}

function TokenTable({ tokens, ask }: { tokens: Token[] | undefined; ask: (asked: Asked) => void }) {
  const now = Date.now()
  return (
    <Table<Token>
      rowKey="id"
      dataSource={tokens ?? []}
      loading={tokens === undefined}
      pagination={false}
      scroll={{ x: 'max-content' }}
      onRow={() => ({ 'data-row': '' }) as object}
      locale={{ emptyText: <Empty description={translate('No program has a token yet.')} /> }}
    >
      <Table.Column<Token>
        title={translate('Name')}
        render={(_, token) => {
          const { color, label } = STATES[stateOf(token, now)]
          return (
            <Flex wrap gap="4px 8px" style={{ maxWidth: 320, overflowWrap: 'anywhere' }}>
              <strong dir="auto">{token.name}</strong>
              <Tag color={color}>{translate(label)}</Tag>
            </Flex>
          )
        }}
      />
      <Table.Column<Token>
        title={translate('Permissions')}
        render={(_, { scopes }) => (
          <div style={{ minWidth: 180, maxWidth: 320 }}>{scopes.map(scopeWords).join(' · ')}</div>
        )}
      />
      <Table.Column<Token>
        title={translate('Last used')}
        render={(_, { lastUsedAt, ...token }) => (
          <Lines>
            {(lastUsedAt && timeAgo(lastUsedAt, now)) || translate('Never')}
            {eventsText(token)}
          </Lines>
        )}
      />
      <Table.Column<Token>
        title={translate('Created')}
        render={(_, { createdBy, createdAt }) => (
          <Lines>
            <DateText iso={createdAt} absent="" />
            {createdBy?.name ?? translate('by a command')}
          </Lines>
        )}
      />
      <Table.Column<Token>
        title={translate('Ends')}
        render={(_, { revokedAt, expiresAt }) =>
          revokedAt || expiresAt ? (
            <DateText iso={revokedAt ?? expiresAt ?? ''} absent="" />
          ) : (
            translate('Never')
          )
        }
      />
      <Table.Column<Token>
        title={<span className="sr-only">{translate('Actions')}</span>}
        render={(_, token) => <TokenActions token={token} ask={ask} />}
      />
    </Table>
  )
}

/** A value, and a grey line below it. */
function Lines({ children: [value, more] }: { children: [ReactNode, ReactNode] }) {
  return (
    <>
      {value}
      {more ? (
        <Typography.Text type="secondary" style={{ display: 'block', fontSize: 12 }}>
          {more}
        </Typography.Text>
      ) : null}
    </>
  )
}

function TokenActions({ token, ask }: { token: Token; ask: (asked: Asked) => void }) {
  const { name, events, takenBack } = token
  if (stateOf(token, Date.now()) !== 'revoked')
    return (
      <Button
        aria-label={translate('Revoke {name}', { name })}
        onClick={() => ask({ what: 'revoke', token })}
      >
        {translate('Revoke')}
      </Button>
    )
  if (events === 0 || takenBack !== null) return null
  return (
    <Button
      aria-label={translate('Delete the events of {name}', { name })}
      onClick={() => ask({ what: 'take-back', token })}
    >
      {translate('Delete events')}
    </Button>
  )
}

function eventsText({ events, takenBack }: Pick<Token, 'events' | 'takenBack'>): string {
  if (takenBack === null)
    return events > 0 ? counted(events, '{count} event', '{count} events') : ''
  return takenBack.doneAt === null
    ? counted(takenBack.events, 'Deleting: {count} event so far', 'Deleting: {count} events so far')
    : counted(takenBack.events, '{count} event deleted', '{count} events deleted')
}

/** Asks before a token is revoked, or the events that it sent are deleted. */
function TokenQuestion({ asked, close }: { asked: Asked | undefined; close: () => void }) {
  const { isBusy, error, submit, reset } = useSubmit<Asked>({
    send: ({ what, token: { id } }) => (what === 'revoke' ? revokeToken(id) : takeEventsBack(id)),
    failure: 'Nothing was changed.',
    success: ({ what, token: { name } }) =>
      what === 'revoke' ? translate('{name} no longer works.', { name }) : '',
    reads: TOKENS_KEY,
  })
  // The text stays while the dialog closes.
  const [shown, show] = useState<Asked>()
  if (asked && asked !== shown) show(asked)
  const { name = '', events = 0 } = shown?.token ?? {}
  const isRevoke = shown?.what === 'revoke'
  return (
    <QuestionDialog
      isOpen={asked !== undefined}
      title={
        isRevoke
          ? translate('Revoke {name}?', { name })
          : counted(events, 'Delete {count} event of {name}?', 'Delete {count} events of {name}?', {
              name,
            })
      }
      text={
        isRevoke
          ? 'The program that uses it is refused from its next call on. This cannot be undone.'
          : 'All events that this token sent are deleted, and all figures are counted again without them. This takes a while, and cannot be undone.'
      }
      no="Cancel"
      yes={isRevoke ? 'Revoke' : 'Delete'}
      isDangerous
      isBusy={isBusy}
      trouble={error}
      onNo={close}
      onYes={async () => {
        if (asked && (await submit(asked))) close()
      }}
      onClosed={reset}
    />
  )
}

/** Reports when the events of a token are deleted. */
function useTakenBackToast(tokens: readonly Token[] | undefined): void {
  const pending = useRef(new Set<string>())
  useEffect(() => {
    for (const token of tokens ?? []) {
      if (isTakingBack(token)) pending.current.add(token.id)
      else if (pending.current.delete(token.id))
        toast({
          title: translate('Success'),
          description: counted(
            token.takenBack?.events ?? 0,
            '{count} event of {name} was deleted. Figures are counted again.',
            '{count} events of {name} were deleted. Figures are counted again.',
            { name: token.name },
          ),
        })
    }
  }, [tokens])
}
