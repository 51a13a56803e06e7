import { Button } from 'antd'
import { type CSSProperties, useEffect } from 'react'
import { translate } from '#admin/translate.ts'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import type { TimeRange } from '#contract/insight/days.ts'
import { RANGE_NAMES } from './range-names.ts'
import { useEnlarged } from './use-enlarged.ts'
import { useLastUpdate } from './use-last-update.ts'
import { useMovement } from './use-movement.ts'
import { useWall } from './use-wall.ts'
import { titleOf } from './widget-types.ts'
import { Widget } from './widgets/Widget.tsx'
import './kiosk.css'

export interface KioskProps {
  /** Its widgets stand where the grid shows them, in reading order. */
  dashboard: Pick<DashboardRecord, 'title' | 'layout' | 'widgets'>
  timeRange: TimeRange
  /** Escape and 'Exit full screen': takes `kiosk` out of the address. */
  onExit: () => void
}

/** How many rows of a list stand below each other before they become two columns. */
const MOST_ROWS = 4

const clock = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

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

  const places = layout === 'grid' ? widgets.map(cellOf) : widgets.map(rowOf)
  const columns = Math.max(1, ...places.map(({ x, width }) => x + width))
  const rows = Math.max(1, ...places.map(({ y, height }) => y + height))
  const { area, style, isPhone } = useEnlarged(columns, rows)
  const grid: CSSProperties & Record<`--${string}`, number> = {
    ...style,
    '--columns': columns,
    '--rows': rows,
  }

  return (
    <div className="kiosk" data-watched={isWatched}>
      <header className="kiosk__head">
        <h1 tabIndex={-1}>{title}</h1>
        <p>{translate(RANGE_NAMES[timeRange])}</p>
        <Button className="kiosk__exit" size="small" onClick={onExit}>
          {translate('Exit full screen')}
        </Button>
      </header>
      <div ref={area} className="kiosk__area">
        {widgets.length === 0 ? (
          <p className="kiosk__empty">{translate('This dashboard has no widgets yet')}</p>
        ) : null}
        <div className="kiosk__grid" style={grid}>
          {widgets.map((widget, index) => (
            <section
              key={widget.id}
              className="kiosk__card"
              aria-label={titleOf(widget)}
              style={isPhone ? {} : styleOf(places[index])}
            >
              <h2 dir="auto">{titleOf(widget)}</h2>
              <Widget widget={widget} timeRange={timeRange} isKiosk />
            </section>
          ))}
        </div>
      </div>
      <footer className="kiosk__foot">
        {updatedAt > 0
          ? translate('Last update: {time}', { time: clock.format(updatedAt) })
          : translate('Loading…')}
      </footer>
    </div>
  )
}

interface Place {
  x: number
  y: number
  width: number
  height: number
}

function cellOf({ position, size }: DashboardRecord['widgets'][number]): Place {
  return { ...position, ...size }
}

/** Rows over the whole width; many of them stand in two columns. */
function rowOf(_: unknown, index: number, all: readonly unknown[]): Place {
  const columns = all.length > MOST_ROWS ? 2 : 1
  return { x: index % columns, y: Math.floor(index / columns), width: 1, height: 1 }
}

function styleOf(place: Place | undefined): CSSProperties {
  if (!place) return {}
  const { x, y, width, height } = place
  return { gridColumn: `${x + 1} / span ${width}`, gridRow: `${y + 1} / span ${height}` }
}
