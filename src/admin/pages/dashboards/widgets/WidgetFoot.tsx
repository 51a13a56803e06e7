import { ReloadOutlined, WarningOutlined } from '@ant-design/icons'
import { Button, Flex } from 'antd'
import { useEffect, useState } from 'react'
import { isolate } from '#admin/format/isolate.ts'
import { updatedAgo } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { Definition } from '#admin/ui/Hint.tsx'
import type { Figure } from '#contract/insight/definitions.ts'
import type { WidgetState } from './use-widget.ts'
import css from './WidgetFoot.module.css'

interface Props {
  state: WidgetState
  title: string
  /** What the whole widget means, where it is not told beside each of its figures. */
  about: Figure | undefined
  isKiosk: boolean
}

/**
 * How old the figures are, and the button that asks for them anew. After a failure it is the Retry: one and
 * the same button, so that the keyboard stays where it was.
 */
export function WidgetFoot({ state, title, about, isKiosk }: Props) {
  const { answer, updatedAt, isFetching, failure, refresh } = state
  const now = useNow()
  const hasFailed = failure !== undefined
  const age = updatedAt > 0 ? updatedAgo(updatedAt, now) : ''
  // A wall says once for all of them how fresh it is, and of each only what went wrong.
  if (isKiosk && answer && !hasFailed) return null
  return (
    <div className={css.foot} data-failed={hasFailed}>
      <div className={css.age}>
        {/* Of a failure under old figures; without any, the failure stands in their place. */}
        <div role="status">
          {hasFailed && answer ? (
            <Flex
              component="span"
              align="baseline"
              gap={6}
              style={{ color: 'var(--tone-red-text)', fontWeight: 500 }}
            >
              <WarningOutlined aria-hidden="true" />
              <span>
                {translate('Failed to fetch widget data')}
                {failure ? <span className={css.detail}>{failure}</span> : null}
              </span>
            </Flex>
          ) : null}
        </div>
        <span>
          {answer?.kind === 'stats' && answer.isSoFar ? (
            <>
              <span style={{ color: 'var(--text)', fontWeight: 500 }}>{translate('So far')}</span> ·{' '}
            </>
          ) : null}
          <span>
            {hasFailed
              ? answer && translate('Old values, {age}', { age })
              : age || (answer ? translate('Updating…') : translate('Loading…'))}
          </span>
        </span>
      </div>
      {about && !isKiosk ? <Definition figure={about} label={title} /> : null}
      {isKiosk ? null : (
        <span className={css.refresh}>
          <Button
            size="small"
            type="text"
            aria-disabled={isFetching}
            aria-label={translate(hasFailed ? 'Retry {title}' : 'Refresh {title}', {
              title: isolate(title),
            })}
            {...(!hasFailed && { icon: <ReloadOutlined spin={isFetching} aria-hidden="true" /> })}
            {...(!isFetching && { onClick: refresh })}
          >
            {hasFailed ? translate('Retry') : null}
          </Button>
        </span>
      )}
    </div>
  )
}

/** The time, in milliseconds, and again every so often. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const timer = setInterval(tick, 10_000)
    // A hidden tab's timers are slowed down: what is seen again is right at once.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return now
}
