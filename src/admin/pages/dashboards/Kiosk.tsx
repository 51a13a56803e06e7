import { Button, ConfigProvider, Flex, Typography } from 'antd'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { clockTime } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { useIsPhone } from '#admin/ui/use-is-phone.ts'
import { RANGE_NAMES, type TimeRange } from '#contract/days.ts'
import { arranged } from './arrange.ts'
import type { Draft } from './dashboard.ts'
import { WidgetGrid } from './WidgetGrid.tsx'
import { useAllWidgets } from './widgets/use-widget.ts'
import { WidgetCard } from './widgets/WidgetCard.tsx'

/** Pixels of a grid cell with its gap, and of the margins around the grid. */
const CELL = { width: 290, height: 276 }
const AROUND = { width: 16, height: 104 }
/** Maximum number of rows on the screen: more would be too small to read, so they scroll. */
const MOST_ROWS = 3

/** A dashboard on a wall display (`?kiosk=1`): only the grid, scaled to fill the screen. */
export function Kiosk({
  dashboard: { title, widgets: stored },
  timeRange,
  onExit,
}: {
  dashboard: Draft
  timeRange: TimeRange
  onExit: () => void
}) {
  const widgets = arranged(stored)
  const columns = Math.max(1, ...widgets.map(({ position, size }) => position.x + size.width))
  const rows = Math.max(1, ...widgets.map(({ position, size }) => position.y + size.height))
  const { updatedAt, period } = useAllWidgets(widgets, timeRange)
  const scale = useScale(columns, rows)
  useFullScreen(onExit)
  const fontSize = Math.round(14 * scale)
  return (
    <ConfigProvider
      theme={{
        token: { fontSize, sizeUnit: 4 * scale, controlHeight: 36 * scale },
        components: {
          Card: { headerPaddingSM: 12 * scale, bodyPaddingSM: 12 * scale },
          Statistic: { contentFontSize: 2.6 * fontSize },
        },
      }}
    >
      <Flex
        vertical
        data-wall=""
        gap={12 * scale}
        style={{
          position: 'fixed',
          inset: 0,
          zIndex: 900,
          padding: 16 * scale,
          overflow: 'hidden auto',
          background: 'var(--canvas)',
          fontSize,
        }}
      >
        <Flex component="header" wrap align="baseline" gap={`0 ${24 * scale}px`}>
          <h1 tabIndex={-1} style={{ fontSize: '1.4em', overflowWrap: 'anywhere' }}>
            {title}
          </h1>
          <Typography.Text type="secondary" style={{ flex: '1 1 240px' }}>
            {translate(RANGE_NAMES[timeRange])}
            {period ? ` · ${translate('Compared with {period}', { period })}` : ''}
          </Typography.Text>
          <Typography.Text type="secondary">
            {updatedAt > 0 ? translate('Last update: {time}', { time: clockTime(updatedAt) }) : ''}
          </Typography.Text>
          <Button size="small" type="text" onClick={onExit}>
            {translate('Exit full screen')}
          </Button>
        </Flex>
        <div style={{ flex: '1 0 auto' }}>
          <WidgetGrid
            layout="grid"
            widgets={widgets}
            style={{
              '--columns': columns,
              '--row': `${Math.floor((CELL.height - 16) * scale)}px`,
              '--gap': `${16 * scale}px`,
            }}
            card={(widget) => (
              <WidgetCard widget={widget} layout="grid" timeRange={timeRange} isKiosk />
            )}
          />
        </div>
      </Flex>
    </ConfigProvider>
  )
}

/** Returns the scale at which the grid fills the window. */
function useScale(columns: number, rows: number): number {
  const isPhone = useIsPhone()
  const scale = useSyncExternalStore(
    (changed) => {
      addEventListener('resize', changed)
      return () => removeEventListener('resize', changed)
    },
    () =>
      Math.min(
        innerWidth / (columns * CELL.width + AROUND.width),
        innerHeight / (Math.min(rows, MOST_ROWS) * CELL.height + AROUND.height),
      ),
  )
  return isPhone ? 1 : Math.max(0.75, scale)
}

/** Enters full screen after a user action. Escape, or leaving full screen, exits the mode. */
function useFullScreen(onExit: () => void): void {
  const leave = useEffectEvent(onExit)
  useEffect(() => {
    // Without a user action, browsers refuse and log a warning.
    if (navigator.userActivation?.isActive)
      document.documentElement.requestFullscreen?.().catch(() => undefined)
    const gone = new AbortController()
    const { signal } = gone
    addEventListener('keydown', ({ key }) => key === 'Escape' && leave(), { signal })
    document.addEventListener('fullscreenchange', () => document.fullscreenElement ?? leave(), {
      signal,
    })
    return () => {
      gone.abort()
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    }
  }, [])
}
