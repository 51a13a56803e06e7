import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type CSSProperties, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { clockTime } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import type { TimeRange } from '#contract/insight/days.ts'
import { WIDGET_DATA_PATH } from '#contract/insight/widgets.ts'
import css from './Kiosk.module.css'
import { type Place, spread } from './layout/wall.ts'
import { RANGE_NAMES } from './range-names.ts'
import { useWall } from './use-wall.ts'
import { titleOf } from './widget-types.ts'
import { Widget } from './widgets/Widget.tsx'

/** How long a movement counts, in milliseconds. */
const SEEN = 4000

/** Whether somebody has moved, touched or typed just now: then the way out is seen. */
function useMovement(): boolean {
  const [isWatched, setWatched] = useState(true)
  useEffect(() => {
    const rest = () => setWatched(false)
    let timer = setTimeout(rest, SEEN)
    const move = () => {
      setWatched(true)
      clearTimeout(timer)
      timer = setTimeout(rest, SEEN)
    }
    const events = ['pointermove', 'pointerdown', 'keydown'] as const
    for (const event of events) addEventListener(event, move)
    return () => {
      clearTimeout(timer)
      for (const event of events) removeEventListener(event, move)
    }
  }, [])
  return isWatched
}

export interface KioskProps {
  /** Its widgets stand where the grid shows them, in reading order. */
  dashboard: Pick<DashboardRecord, 'title' | 'layout' | 'widgets'>
  timeRange: TimeRange
  /** Escape and 'Exit full screen': takes `kiosk` out of the address. */
  onExit: () => void
}

/**
 * A dashboard on a wall (`?kiosk=1`): no navigation, the whole of it on one screen. It covers everything
 * else of the console while it is there; the page renders it instead of its own content.
 */
export function Kiosk({ dashboard: { title, layout, widgets }, timeRange, onExit }: KioskProps) {
  const isWatched = useMovement()
  const updatedAt = useLastUpdate()
  useWall(onExit)
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onExit()
    }
    addEventListener('keydown', leave)
    return () => removeEventListener('keydown', leave)
  }, [onExit])

  const wall = spread(layout, widgets)

  return (
    <div className={css.wall} data-wall="" data-watched={isWatched}>
      <header className={css.head}>
        <h1 tabIndex={-1}>{title}</h1>
        <p>{translate(RANGE_NAMES[timeRange])}</p>
        <Button size="small" onClick={onExit}>
          {translate('Exit full screen')}
        </Button>
      </header>
      <div className={css.area}>
        {widgets.length === 0 ? (
          <p className={css.empty}>{translate('This dashboard has no widgets yet')}</p>
        ) : null}
        <div
          className={css.grid}
          style={styleOf({ '--rows': wall.rows, '--columns': wall.columns })}
        >
          {widgets.map((widget, index) => (
            <section
              key={widget.id}
              className={css.card}
              aria-label={titleOf(widget)}
              style={placeOf(wall.places[index])}
            >
              <div className={css.inside}>
                <h2 dir="auto">{titleOf(widget)}</h2>
                <Widget widget={widget} timeRange={timeRange} isKiosk />
              </div>
            </section>
          ))}
        </div>
      </div>
      <footer className={css.foot}>
        {updatedAt > 0
          ? translate('Last update: {time}', { time: clockTime(updatedAt) })
          : translate('Loading…')}
      </footer>
    </div>
  )
}

/** For the style sheet, which puts them below each other on a phone. */
function placeOf(place: Place | undefined): CSSProperties {
  if (!place) return {}
  const { x, y, width, height } = place
  return styleOf({ '--x': x + 1, '--y': y + 1, '--w': width, '--h': height })
}

function styleOf(values: Record<`--${string}`, number>): CSSProperties {
  return values as CSSProperties
}

/** When the latest answer for any widget that is shown came, in milliseconds; 0 before the first. */
function useLastUpdate(): number {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache])
  return useSyncExternalStore(subscribe, () =>
    Math.max(
      0,
      ...cache
        .findAll({ queryKey: [WIDGET_DATA_PATH], type: 'active' })
        .map(({ state }) => state.dataUpdatedAt),
    ),
  )
}
