import { ReloadOutlined, WarningOutlined } from '@ant-design/icons'
import { isolate } from '#admin/format/isolate.ts'
import { updatedAgo } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { Definition } from '#admin/ui/Hint.tsx'
import type { Figure } from '#contract/insight/definitions.ts'
import { useNow } from './use-now.ts'
import type { WidgetState } from './use-widget.ts'

const TICK = 10_000

/**
 * How old the figures are, and the button that asks for them anew. After a failure it is the Retry: one and
 * the same button, so that the keyboard stays where it was.
 */
export function WidgetFoot({
  state: { answer, updatedAt, isFetching, failure, refresh },
  title,
  about,
  isKiosk,
}: {
  state: WidgetState
  title: string
  /** What the whole widget means, where it is not told beside each of its figures. */
  about?: Figure | undefined
  isKiosk: boolean
}) {
  const now = useNow(TICK)
  const hasFailed = failure !== undefined
  const age = updatedAt > 0 ? updatedAgo(updatedAt, now) : ''
  // A wall says once for all of them how fresh it is, and of each only what went wrong.
  if (isKiosk && answer && !hasFailed) return null
  return (
    <div className="widget__foot" data-failed={hasFailed}>
      <div className="widget__age">
        {/* Of a failure under old figures; without any, the failure stands in their place. */}
        <div role="status">
          {hasFailed && answer ? (
            <span className="widget__fault">
              <WarningOutlined aria-hidden="true" />
              <span>
                {translate('Failed to fetch widget data')}
                {failure ? <span className="widget__detail">{failure}</span> : null}
              </span>
            </span>
          ) : null}
        </div>
        <span>
          {answer?.kind === 'stats' && answer.isSoFar ? (
            <>
              <span className="widget__so-far">{translate('So far')}</span> ·{' '}
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
        <button
          type="button"
          className={hasFailed ? 'widget__retry' : 'widget__refresh'}
          aria-disabled={isFetching}
          aria-label={
            hasFailed
              ? translate('Retry {title}', { title: isolate(title) })
              : translate('Refresh {title}', { title: isolate(title) })
          }
          onClick={isFetching ? undefined : refresh}
        >
          {hasFailed ? translate('Retry') : <ReloadOutlined spin={isFetching} aria-hidden="true" />}
        </button>
      )}
    </div>
  )
}
