import { translate } from '#admin/format/translate.ts'
import { DateText } from '#admin/ui/DateText.tsx'
import type { SecuritySeal } from '#contract/security-log.ts'
import css from './SealNote.module.css'

/** The latest seal, and what it proves and does not (decision 043). */
export function SealNote({ seal }: { seal: SecuritySeal | null }) {
  return (
    <div className={css.note}>
      <p>
        {translate(
          'A seal shows whether an event before it was changed, removed, added or moved; it does not prove what came later, nor, without its head from the process log, that nobody made all seals anew.',
        )}
      </p>
      {seal ? (
        <dl className={css.seal}>
          <dt>{translate('Last seal')}</dt>
          <dd>
            <DateText iso={seal.at} absent="N/A" hasTime />
          </dd>
          <dt>{translate('Head')}</dt>
          <dd>
            <code translate="no">{seal.head}</code>
          </dd>
        </dl>
      ) : (
        <p>{translate('Nothing is sealed yet: it is done each minute.')}</p>
      )}
    </div>
  )
}
