import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { clockTime } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import type { TimeRange } from '#contract/insight/days.ts'
import { WIDGET_DATA_PATH } from '#contract/insight/widgets.ts'
import { RANGE_NAMES } from './dashboard.ts'
import css from './Kiosk.module.css'
import { spread, styleAt } from './layout/wall.ts'
import { titleOf } from './widget-types.ts'
import { usePreviousPeriod } from './widgets/use-widget.ts'
import { Widget } from './widgets/Widget.tsx'

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
  const period = usePreviousPeriod(timeRange)
  useScreen(onExit)
  const { places, rows, columns } = spread(layout, widgets)
  return (
    <div className={css.wall} data-wall="" data-watched={isWatched}>
      <header className={css.head}>
        <h1 tabIndex={-1}>{title}</h1>
        <p>
          {translate(RANGE_NAMES[timeRange])}
          {period && ` · ${translate('Compared with {period}', { period })}`}
        </p>
        <Button size="small" onClick={onExit}>
          {translate('Exit full screen')}
        </Button>
      </header>
      <div style={{ minWidth: 0, minHeight: 0 }}>
        {widgets.length === 0 ? (
          <p className={css.empty}>{translate('This dashboard has no widgets yet')}</p>
        ) : null}
        <div className={css.grid} style={{ '--rows': rows, '--columns': columns }}>
          {widgets.map((widget, index) => (
            <section
              key={widget.id}
              className={css.card}
              aria-label={titleOf(widget)}
              style={styleAt(places[index])}
            >
              <div className={css.inside}>
                <h2 dir="auto">{titleOf(widget)}</h2>
                <Widget widget={widget} timeRange={timeRange} isKiosk />
              </div>
            </section>
          ))}
        </div>
      </div>
      <footer style={{ color: 'var(--muted)', fontVariantNumeric: 'tabular-nums' }}>
        {updatedAt > 0
          ? translate('Last update: {time}', { time: clockTime(updatedAt) })
          : translate(
              updatedAt === FAILED ? 'Nothing could be fetched. It is tried again.' : 'Loading…',
            )}
      </footer>
    </div>
  )
}

/** How long a movement counts, in milliseconds. */
const SEEN = 4000

/** Whether somebody has moved, touched or typed just now: then the way out is seen. */
function useMovement(): boolean {
  const [isWatched, setWatched] = useState(true)
  useEffect(() => {
    const rest = () => setWatched(false)
    let timer = setTimeout(rest, SEEN)
    const gone = new AbortController()
    const move = () => {
      setWatched(true)
      clearTimeout(timer)
      timer = setTimeout(rest, SEEN)
    }
    for (const event of ['pointermove', 'pointerdown', 'keydown'])
      addEventListener(event, move, { signal: gone.signal })
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [])
  return isWatched
}

/**
 * What a screen on a wall needs of the browser, as far as it has it: all of the screen, when the visitor has
 * just pressed something, and no sleep while it is seen. Escape leaves, and so does leaving the browser's full screen.
 */
function useScreen(onExit: () => void): void {
  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    let lock: WakeLockSentinel | undefined
    const stayAwake = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // A browser may refuse, with a low battery for one: then the screen sleeps, and that is all.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (signal.aborted) await lock?.release()
    }
    void stayAwake()
    document.addEventListener('visibilitychange', stayAwake, { signal })
    // Asked for without a press, browsers refuse and complain in the console.
    if (navigator.userActivation?.isActive)
      document.documentElement.requestFullscreen?.().catch(() => undefined)
    return () => {
      gone.abort()
      void lock?.release()
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    }
  }, [])

  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    addEventListener('keydown', ({ key }) => key === 'Escape' && onExit(), { signal })
    document.addEventListener('fullscreenchange', () => document.fullscreenElement ?? onExit(), {
      signal,
    })
    return () => gone.abort()
  }, [onExit])
}

/** In place of a time: everything that was asked for failed, and nothing has come yet. */
const FAILED = -1

/** When the latest answer for any widget that is shown came, in milliseconds; 0 before the first, or FAILED. */
function useLastUpdate(): number {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache])
  return useSyncExternalStore(subscribe, () => {
    const asked = cache.findAll({ queryKey: [WIDGET_DATA_PATH], type: 'active' })
    const latest = Math.max(0, ...asked.map(({ state }) => state.dataUpdatedAt))
    if (latest > 0 || asked.length === 0) return latest
    return asked.every(({ state }) => state.status === 'error') ? FAILED : 0
  })
}
