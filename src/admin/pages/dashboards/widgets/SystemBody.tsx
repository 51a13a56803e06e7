import { formatMilliseconds, formatNumber, formatSeconds } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { Definition } from '#admin/ui/Hint.tsx'
import { humanise } from '#model/words.ts'
import { lettersOf } from './letters.ts'
import type { SystemAnswer } from './read-widget.ts'
import css from './StatsBody.module.css'
import health from './SystemBody.module.css'
import { Warnings } from './Warnings.tsx'

/** Whether the system is healthy, in word, colour and shape, and how it has been doing. */
export function SystemBody({ answer, isKiosk }: { answer: SystemAnswer; isKiosk: boolean }) {
  const { status, uptime, lastHour, avgResponseTime, warnings } = answer
  const label = translate('System status')
  return (
    <div className={css.stats}>
      <div className={css.lead}>
        <span className={css.label}>
          <span>{label}</span>
          {isKiosk ? null : <Definition figure="systemStatus" label={label} />}
        </span>
        <Health status={status} />
      </div>
      <Warnings warnings={warnings} isKiosk={isKiosk} />
      <ul className={css.others}>
        <Line label="Uptime" value={formatSeconds(uptime)} />
        <Line label="Requests, last hour" value={formatNumber(lastHour)} />
        <Line label="Average response" value={formatMilliseconds(avgResponseTime)} />
      </ul>
    </div>
  )
}

function Health({ status }: { status: string }) {
  const isHealthy = /^healthy$/i.test(status)
  const tone = isHealthy ? 'well' : status ? 'ill' : 'unknown'
  const word = status ? translate(humanise(status)) : translate('Not known')
  return (
    <div className={health.health} data-tone={tone} style={lettersOf(word)}>
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        {tone === 'well' ? <path d="M5 12.5l4.5 4.5L19 7.5" /> : <path d="M12 5v9M12 18.5v.5" />}
      </svg>
      <span className={health.word}>{word}</span>
    </div>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <li>
      <div className={css.row}>
        <span className={css.label}>
          <span>{translate(label)}</span>
        </span>
        <span className={css.other}>
          <strong>{value}</strong>
        </span>
      </div>
    </li>
  )
}
