import { formatMilliseconds, formatNumber, formatSeconds } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { Definition } from '#admin/ui/Hint.tsx'
import { humanise } from '#model/words.ts'
import { lettersOf } from './letters.ts'
import type { SystemAnswer } from './read-widget.ts'
import { Warnings } from './Warnings.tsx'

/** Whether the system is healthy, in word, colour and shape, and how it has been doing. */
export function SystemBody({ answer, isKiosk }: { answer: SystemAnswer; isKiosk: boolean }) {
  const { status, uptime, lastHour, avgResponseTime, warnings } = answer
  const label = translate('System status')
  return (
    <div className="widget__stats">
      <div className="widget__lead">
        <span className="widget__label">
          <span>{label}</span>
          {isKiosk ? null : <Definition figure="systemStatus" label={label} />}
        </span>
        <Health status={status} />
      </div>
      <Warnings warnings={warnings} isKiosk={isKiosk} />
      <ul className="widget__others">
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
    <div className={`widget__health widget__health-${tone}`} style={lettersOf(word)}>
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        {tone === 'well' ? <path d="M5 12.5l4.5 4.5L19 7.5" /> : <path d="M12 5v9M12 18.5v.5" />}
      </svg>
      <span className="widget__word">{word}</span>
    </div>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <li>
      <div className="widget__row">
        <span className="widget__label">
          <span>{translate(label)}</span>
        </span>
        <span className="widget__other">
          <strong>{value}</strong>
        </span>
      </div>
    </li>
  )
}
