import { translate } from '#admin/format/translate.ts'
import { Definition } from '#admin/ui/Hint.tsx'
import type { Tab } from '#contract/insight/analytics.ts'
import { chartsOf } from '#contract/insight/charts.ts'
import type { Figure } from '#contract/insight/definitions.ts'
import { GRAINS, type Grain } from './grain.ts'
import css from './View.module.css'

const NAMES: Record<Grain, string> = { day: 'Day', week: 'Week', month: 'Month' }

interface Props {
  tab: Tab
  tables: ReadonlySet<Figure>
  /** For all charts at once. */
  setTables: (isTable: boolean) => void
  /** By what figures over time are shown. */
  grain: Grain
  setGrain: (grain: Grain) => void
  isCompared: boolean
  setCompared: (isCompared: boolean) => void
}

/** How the figures are shown: as pictures or tables, alone or beside the period before. */
export function View(props: Props) {
  const { tab, tables, setTables, grain, setGrain, isCompared, setCompared } = props
  const keys = chartsOf(tab).map(({ key }) => key)
  const shown = keys.filter((key) => tables.has(key)).length
  return (
    <>
      <fieldset className={css.segments}>
        <legend className="sr-only">{translate('Show figures as')}</legend>
        <button type="button" aria-pressed={shown === 0} onClick={() => setTables(false)}>
          {translate('Charts')}
        </button>
        <button type="button" aria-pressed={shown === keys.length} onClick={() => setTables(true)}>
          {translate('Tables')}
        </button>
      </fieldset>
      <fieldset className={css.segments}>
        <legend className="sr-only">{translate('Show figures over time by')}</legend>
        {GRAINS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === grain}
            onClick={() => setGrain(one)}
          >
            {translate(NAMES[one])}
          </button>
        ))}
      </fieldset>
      <label className={css.compare}>
        <input
          type="checkbox"
          checked={isCompared}
          onChange={({ target }) => setCompared(target.checked)}
        />
        {translate('Compare with the previous period')}
      </label>
      <Definition figure="comparison" label={translate('the previous period')} />
    </>
  )
}
