import {
  Button,
  Card,
  Checkbox,
  Empty,
  Flex,
  Form,
  Input,
  Select,
  Skeleton,
  Table,
  Tag,
  Typography,
} from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { counted } from '#admin/format/numbers.ts'
import { timeAgo } from '#admin/format/time.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { SendButton, ShownOnce, SubmitModal } from '#admin/pages/account/submit.tsx'
import { useSubmit } from '#admin/pages/account/use-submit.ts'
import {
  makeToken,
  revokeToken,
  TOKENS_KEY,
  takeEventsBack,
  useTokens,
} from '#admin/providers/tokens.ts'
import { CopyButton } from '#admin/ui/CopyButton.tsx'
import { DateText } from '#admin/ui/DateText.tsx'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import {
  EVENTS_SCOPE,
  type MadeToken,
  MOST_TOKEN_NAME,
  type Scope,
  scopesOf,
  type Token,
  type TokenAction,
} from '#contract/tokens.ts'
import { registry } from '#resources/index.ts'

/** The API tokens: create, show once, revoke. The events that a token sent can be deleted. */
export default function Tokens() {
  const { data, error, refetch } = useTokens()
  const area = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isNew, setNew] = useState(false)
  const [made, setMade] = useState<MadeToken>()
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
          text={error.message || translate('Failed to load tokens.')}
          retry={() => void refetch()}
        />
      ) : (
        <Card ref={area} style={{ overflow: 'hidden' }}>
          <TokenTable tokens={data} />
        </Card>
      )}
      {isNew ? <NewToken made={setMade} onClosed={() => setNew(false)} /> : null}
      {made && !isNew ? (
        <ShownOnce
          title="Copy the token"
          yes="I have copied it"
          close={() => {
            setMade(undefined)
            button.current?.focus()
          }}
        >
          <p style={{ overflowWrap: 'anywhere' }}>
            {translate('{name} is ready. The token is shown only once. Store it in a safe place.', {
              name: made.name,
            })}
          </p>
          <Flex wrap gap={8} style={{ marginBlockStart: 12 }}>
            <Input
              readOnly
              style={{ flex: '1 1 260px', fontFamily: 'ui-monospace, monospace' }}
              dir="ltr"
              value={made.token}
              aria-label={translate('Token')}
              onFocus={({ target }) => target.select()}
            />
            <CopyButton text={made.token} />
          </Flex>
        </ShownOnce>
      ) : null}
    </section>
  )
}

function TokenTable({ tokens }: { tokens: Token[] | undefined }) {
  const now = Date.now()
  return (
    <Table<Token>
      rowKey="id"
      dataSource={tokens ?? []}
      aria-busy={tokens === undefined}
      pagination={false}
      scroll={{ x: 'max-content' }}
      onRow={() => ({ 'data-row': '' }) as object}
      locale={{
        emptyText: tokens ? (
          <Empty description={translate('No tokens yet.')} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 4 }} />
        ),
      }}
    >
      <Table.Column<Token>
        title={translate('Name')}
        render={(_, token) => (
          <Flex wrap gap="4px 8px" style={{ maxWidth: 320, overflowWrap: 'anywhere' }}>
            <strong dir="auto">{token.name}</strong>
            <StateTag token={token} />
          </Flex>
        )}
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
            {createdBy?.name ?? translate('on the command line')}
          </Lines>
        )}
      />
      <Table.Column<Token>
        title={translate('Expires')}
        render={(_, { revokedAt, expiresAt }) => (
          <DateText iso={revokedAt ?? expiresAt ?? ''} absent="Never" />
        )}
      />
      <Table.Column<Token>
        title={<span className="sr-only">{translate('Actions')}</span>}
        render={(_, token) => <TokenButton token={token} />}
      />
    </Table>
  )
}

function StateTag({ token: { revokedAt, expiresAt } }: { token: Token }) {
  if (revokedAt !== null) return <Tag>{translate('Revoked')}</Tag>
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? (
    <Tag color="yellow">{translate('Expired')}</Tag>
  ) : (
    <Tag color="green">{translate('Active')}</Tag>
  )
}

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

/** Revokes a token. Then its events can be deleted. */
function TokenButton({ token: { id, name, events, takenBack, revokedAt } }: { token: Token }) {
  if (revokedAt === null)
    return (
      <SendButton
        aria-label={translate('Revoke {name}', { name })}
        submit={{
          send: () => revokeToken(id),
          failure: 'Failed to revoke the token.',
          success: translate('{name} is revoked.', { name }),
          reads: TOKENS_KEY,
        }}
        question={{
          title: translate('Revoke {name}?', { name }),
          text: 'Programs that use it lose access immediately. This cannot be undone.',
          yes: 'Revoke',
          isDangerous: true,
        }}
      >
        {translate('Revoke')}
      </SendButton>
    )
  if (events === 0 || takenBack !== null) return null
  return (
    <SendButton
      key="events"
      aria-label={translate('Delete the events of {name}', { name })}
      submit={{
        send: () => takeEventsBack(id),
        failure: 'Failed to delete the events.',
        reads: TOKENS_KEY,
      }}
      question={{
        title: counted(
          events,
          'Delete {count} event of {name}?',
          'Delete {count} events of {name}?',
          {
            name,
          },
        ),
        text: 'All events that this token sent are deleted, and all figures are recalculated without them. This takes a while and cannot be undone.',
        yes: 'Delete',
        isDangerous: true,
      }}
    >
      {translate('Delete events')}
    </SendButton>
  )
}

function eventsText({ events, takenBack }: Pick<Token, 'events' | 'takenBack'>): string {
  if (takenBack === null)
    return events > 0 ? counted(events, '{count} event', '{count} events') : ''
  return takenBack.doneAt === null
    ? counted(takenBack.events, 'Deleting: {count} event so far', 'Deleting: {count} events so far')
    : counted(takenBack.events, '{count} event deleted', '{count} events deleted')
}

const DAY_MS = 86_400_000
const ENDS = [
  { value: 30, label: 'In 30 days' },
  { value: 90, label: 'In 90 days' },
  { value: 365, label: 'In a year' },
  { value: 0, label: 'Never' },
]

interface Draft {
  name: string
  sends: boolean
  scopes: Scope[]
  /** Days until it expires; 0 for never. */
  ends: number
}

function NewToken({ made, onClosed }: { made: (token: MadeToken) => void; onClosed: () => void }) {
  const submit = useSubmit<Draft>({
    send: async ({ name, sends, scopes, ends }) => {
      const events = sends ? [{ resource: EVENTS_SCOPE, actions: ['send' as const] }] : []
      const expiresAt = ends === 0 ? null : new Date(Date.now() + ends * DAY_MS).toISOString()
      made(await makeToken({ name, scopes: [...scopes, ...events], expiresAt }))
    },
    failure: 'Failed to create the token.',
    reads: TOKENS_KEY,
  })
  return (
    <SubmitModal<Draft>
      {...{ submit, onClosed }}
      title="New token"
      width={600}
      initial={{ name: '', sends: false, scopes: [], ends: 90 }}
      label="Create token"
    >
      <Form.Item
        name="name"
        label={translate('Name')}
        extra={translate('The program that uses it. Its changes appear under this name.')}
        rules={[{ required: true, whitespace: true, message: translate('Name is required.') }]}
      >
        <Input autoComplete="off" dir="auto" maxLength={MOST_TOKEN_NAME} />
      </Form.Item>
      <p style={{ marginBlockEnd: 4, fontWeight: 500 }}>{translate('Permissions')}</p>
      <Form.Item noStyle name="sends" valuePropName="checked">
        <Checkbox>{translate('Send learners’ events')}</Checkbox>
      </Form.Item>
      <Form.Item
        name="scopes"
        extra={translate(
          'Tokens cannot change passwords, accounts, other tokens, or users with console access.',
        )}
        dependencies={['sends']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, scopes: Scope[]) =>
              scopes.length > 0 || getFieldValue('sends')
                ? Promise.resolve()
                : Promise.reject(new Error(translate('Choose at least one permission.'))),
          }),
        ]}
      >
        <ScopeTable />
      </Form.Item>
      <Form.Item name="ends" label={translate('Expires')}>
        <Select
          virtual={false}
          options={ENDS.map(({ value, label }) => ({ value, label: translate(label) }))}
        />
      </Form.Item>
    </SubmitModal>
  )
}

/** Scopes of a token by resource. Sending events is a separate one. */
const KNOWN = scopesOf(registry).filter(({ resource }) => resource !== EVENTS_SCOPE)
type Known = (typeof KNOWN)[number]

const COLUMNS: readonly { action: TokenAction; label: string }[] = [
  { action: 'read', label: 'Read' },
  { action: 'create', label: 'Add' },
  { action: 'update', label: 'Edit' },
  { action: 'delete', label: 'Delete' },
  { action: 'export', label: 'Export' },
]

function ScopeTable({
  value: scopes = [],
  onChange,
  ...group
}: {
  id?: string
  'aria-describedby'?: string
  value?: readonly Scope[]
  onChange?: (scopes: Scope[]) => void
}) {
  const actionsOf = (name: string) =>
    scopes.find(({ resource }) => resource === name)?.actions ?? []
  const turn = (name: string, action: TokenAction, isOn: boolean) => {
    const others = scopes.filter(({ resource }) => resource !== name)
    const before = actionsOf(name)
    // Changing, deleting and exporting include reading.
    const wanted: TokenAction[] = isOn
      ? [...new Set<TokenAction>([...before, ...needs(action), action])]
      : before.filter((one) => one !== action && !needs(one).includes(action))
    onChange?.(wanted.length > 0 ? [...others, { resource: name, actions: wanted }] : others)
  }
  return (
    <fieldset {...group} tabIndex={-1} aria-label={translate('Permissions')}>
      <Table<Known> size="small" rowKey="resource" dataSource={KNOWN} pagination={false}>
        <Table.Column<Known>
          dataIndex="resource"
          rowScope="row"
          render={(name: string) => subjectWords(name)}
        />
        {COLUMNS.map(({ action, label }) => (
          <Table.Column<Known>
            key={action}
            align="center"
            title={translate(label)}
            render={(_, { resource, actions }) =>
              actions.includes(action) ? (
                <Checkbox
                  aria-label={scopeWords({ resource, actions: [action] })}
                  checked={actionsOf(resource).includes(action)}
                  onChange={({ target }) => turn(resource, action, target.checked)}
                />
              ) : null
            }
          />
        ))}
      </Table>
    </fieldset>
  )
}

function needs(action: TokenAction): TokenAction[] {
  return action === 'update' || action === 'delete' || action === 'export' ? ['read'] : []
}

/** Returns the label of a resource or page. Another server's may be unknown here. */
function subjectWords(name: string): string {
  if (name === 'analytics') return translate('Analytics')
  const resource = registry.find((one) => one.name === name)
  return resource ? translate(resource.label.many) : name
}

function scopeWords({ resource, actions }: Scope): string {
  if (resource === EVENTS_SCOPE) return translate('Sends learners’ events')
  const words = COLUMNS.filter(({ action }) => actions.includes(action)).map(({ label }) =>
    translateWithin(label),
  )
  return translate('{what}: {actions}', {
    what: subjectWords(resource),
    actions: words.join(', '),
  })
}
