import { useQueryClient } from '@tanstack/react-query'
import { Button, Card, Empty, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { counted } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { useSubmit } from '#admin/pages/account/use-submit.ts'
import {
  isTakingBack,
  revokeToken,
  TOKENS_KEY,
  takeEventsBack,
  useTokens,
} from '#admin/providers/tokens.ts'
import { useKeptFocus } from '#admin/ui/focus.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import { toast } from '#admin/ui/toast/store.ts'
import type { MadeToken, Token } from '#contract/tokens.ts'
import { MadeDialog } from './MadeDialog.tsx'
import { NewToken } from './NewToken.tsx'
import { TokenLine } from './TokenLine.tsx'
import css from './Tokens.module.css'

type Asked = { what: 'revoke' | 'take-back'; token: Token }

/** Tokens for programs (ACC-06): made, shown once, revoked, and what one sent taken back. */
export default function Tokens() {
  const query = useTokens()
  const client = useQueryClient()
  const area = useRef<HTMLDivElement>(null)
  const [isNew, setNew] = useState(false)
  const [made, setMade] = useState<MadeToken>()
  const [asked, ask] = useState<Asked>()
  const fresh = () => client.invalidateQueries({ queryKey: TOKENS_KEY })
  useToldBack(query.data)
  useKeptFocus(area, { fallback: 'button' })
  const add = (
    <Button type="primary" onClick={() => setNew(true)}>
      {translate('New token')}
    </Button>
  )
  return (
    <section>
      <PageHead>{add}</PageHead>
      <div ref={area}>
        <Card>
          {query.data ? null : query.error ? (
            <FailureNotice
              isInCard
              text={query.error.message || translate('Failed to fetch the tokens.')}
              retry={() => void query.refetch()}
            />
          ) : (
            <Skeleton active style={{ padding: 16 }} />
          )}
          {query.data?.length === 0 ? (
            <Empty description={translate('No program has a token yet.')} />
          ) : null}
          <ul className={css.lines}>
            {query.data?.map((token) => (
              <TokenLine key={token.id} token={token} ask={(what) => ask({ what, token })} />
            ))}
          </ul>
        </Card>
      </div>
      {isNew ? (
        <NewToken
          made={(token) => {
            setNew(false)
            setMade(token)
            void fresh()
          }}
          close={() => setNew(false)}
        />
      ) : null}
      {made ? <MadeDialog made={made} close={() => setMade(undefined)} /> : null}
      <Questions asked={asked} done={fresh} close={() => ask(undefined)} />
    </section>
  )
}

/** What it means to revoke a token, or to take back what it sent, before that is done. */
function Questions({
  asked,
  done,
  close,
}: {
  asked: Asked | undefined
  done: () => Promise<unknown>
  close: () => void
}) {
  const { isBusy, trouble, run, refuse } = useSubmit()
  // Its words stay while it closes.
  const [shown, show] = useState<Asked>()
  if (asked && asked !== shown) show(asked)
  const leave = () => {
    refuse({})
    close()
  }
  const act = async ({ what, token: { id, name } }: Asked) => {
    const isDone = await run(
      () => (what === 'revoke' ? revokeToken(id) : takeEventsBack(id)),
      'Nothing was changed.',
    )
    await done()
    if (!isDone) return
    leave()
    if (what === 'revoke')
      toast({
        title: translate('Success'),
        description: translate('{name} opens nothing any more.', { name }),
      })
  }
  const name = shown?.token.name ?? ''
  const isRevoke = shown?.what === 'revoke'
  return (
    <QuestionDialog
      isOpen={asked !== undefined}
      title={
        isRevoke
          ? translate('Revoke {name}?', { name })
          : counted(
              shown?.token.events ?? 0,
              'Take back {count} event of {name}?',
              'Take back {count} events of {name}?',
              { name },
            )
      }
      text={
        isRevoke
          ? 'The program that uses it is refused from its next call on. This cannot be undone: it would need a new token.'
          : 'All that this token sent is deleted, and every figure is counted anew without it. This takes a while, and cannot be undone.'
      }
      no="Cancel"
      yes={isRevoke ? 'Revoke' : 'Take back'}
      isDangerous
      isBusy={isBusy}
      trouble={trouble}
      onNo={leave}
      onYes={() => asked && void act(asked)}
    />
  )
}

/** Tells when events that were on their way back are gone. */
function useToldBack(tokens: readonly Token[] | undefined): void {
  const under = useRef(new Set<string>())
  useEffect(() => {
    for (const token of tokens ?? []) {
      if (isTakingBack(token)) under.current.add(token.id)
      else if (under.current.delete(token.id))
        toast({
          title: translate('Success'),
          description: counted(
            token.takenBack?.events ?? 0,
            '{count} event of {name} was taken back. Figures are counted anew.',
            '{count} events of {name} were taken back. Figures are counted anew.',
            { name: token.name },
          ),
        })
    }
  }, [tokens])
}
