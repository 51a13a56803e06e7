import { ReloadOutlined } from '@ant-design/icons'
import { Button, Card, Flex, Space, Typography } from 'antd'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { isolate } from '#admin/format/isolate.ts'
import { timeAgo } from '#admin/format/time.ts'
import { translate } from '#admin/format/translate.ts'
import { textsAt } from '#admin/providers/adapters/coerce.ts'
import { AsyncBoundary } from '#admin/ui/Boundary.tsx'
import { Definition } from '#admin/ui/Hint.tsx'
import { DEFINITIONS } from '#contract/charts.ts'
import type { WidgetRecord } from '#contract/dashboards.ts'
import type { TimeRange } from '#contract/days.ts'
import type { Draft } from '../dashboard.ts'
import { isWidgetType, TYPES, titleOf } from '../widget-types.ts'
import { useWidget, type WidgetState } from './use-widget.ts'
import { WidgetBody } from './WidgetBody.tsx'

const CARD: CSSProperties = {
  display: 'flex',
  flexDirection: 'column',
  height: '100%',
  '--change-size': 'calc(var(--ant-font-size) * 0.875)',
  '--change-line': '1.6',
}
const BODY: CSSProperties = { display: 'flex', flex: 1, flexDirection: 'column', minHeight: 0 }
/** Leaves room for the focus outline. */
const SCROLLER: CSSProperties = {
  flex: 1,
  minHeight: 0,
  marginInline: -4,
  paddingInline: 4,
  overflow: 'hidden auto',
}
const NAME: CSSProperties = { font: 'inherit', overflow: 'hidden', textOverflow: 'ellipsis' }

/** A widget as a card: title, figures, their age, and its own error with Retry. */
export function WidgetCard({
  widget,
  layout,
  timeRange,
  isKiosk = false,
  edit,
}: {
  widget: WidgetRecord
  layout: Draft['layout']
  timeRange: TimeRange
  isKiosk?: boolean
  edit?: { heading: ReactNode; tools: ReactNode }
}) {
  const title = titleOf(widget)
  const state = useWidget(widget, timeRange, isKiosk)
  const Heading = isKiosk ? 'h2' : 'h3'
  const isKnown = isWidgetType(widget.type)
  return (
    <Card
      size="small"
      role="region"
      aria-label={title}
      aria-busy={isKnown && (state.isPending || state.isPlaceholderData)}
      style={CARD}
      styles={{ body: BODY }}
      title={
        edit?.heading ?? (
          <Heading title={title} dir="auto" style={NAME}>
            {title}
          </Heading>
        )
      }
      extra={
        edit?.tools ?? (isKiosk ? null : <Tools title={title} type={widget.type} state={state} />)
      }
    >
      <AsyncBoundary text="Failed to show this widget.">
        <Flex
          vertical
          // Content taller than its card scrolls, also by keyboard. While editing, the content is inert.
          tabIndex={textsAt(state.data?.data.warnings).length > 0 && !edit ? 0 : undefined}
          inert={edit !== undefined}
          style={SCROLLER}
        >
          <WidgetBody
            widget={widget}
            state={state}
            isTall={layout === 'list' || widget.size.height > 1}
            isKiosk={isKiosk}
          />
        </Flex>
        {isKnown ? <Age state={state} isKiosk={isKiosk} /> : null}
      </AsyncBoundary>
    </Card>
  )
}

/**
 * The definitions of the figures, and the refresh button. After a failure the button becomes Retry and keeps the
 * focus.
 */
function Tools({ title, type, state }: { title: string; type: string; state: WidgetState }) {
  if (!isWidgetType(type)) return null
  const hasFailed = state.error !== null
  const { stats } = TYPES[type]
  return (
    <Space size={4}>
      <Definition
        label={title}
        text={
          stats
            ? stats.figures.map(({ key, label, definition }) => (
                <p key={key}>
                  <strong>{translate(label)}</strong>: {translate(DEFINITIONS[definition])}
                </p>
              ))
            : translate(DEFINITIONS[type as 'recentUsers' | 'systemStatus'])
        }
      />
      <Button
        size="small"
        // Another type would render another element and lose the focus.
        type="text"
        danger={hasFailed}
        icon={hasFailed ? null : <ReloadOutlined aria-hidden="true" />}
        loading={state.isFetching}
        aria-label={translate(hasFailed ? 'Retry {title}' : 'Refresh {title}', {
          title: isolate(title),
        })}
        onClick={() => void state.refetch({ cancelRefetch: false })}
      >
        {hasFailed ? translate('Retry') : null}
      </Button>
    </Space>
  )
}

function Age({ state, isKiosk }: { state: WidgetState; isKiosk: boolean }) {
  const { data: answer, error, isPlaceholderData } = state
  const now = useNow()
  const updatedAt = answer && !isPlaceholderData ? new Date(state.dataUpdatedAt).toISOString() : ''
  const ago = timeAgo(updatedAt, now)
  const age = ago ? translate('updated {ago}', { ago }) : ''
  const isSoFar = answer?.today !== undefined && answer.frame?.range.end === answer.today
  const words = error ? answer && translate('Outdated, {age}', { age }) : !isKiosk && age
  return (
    <Typography.Text type="secondary" style={{ fontSize: '0.875em' }}>
      <span role="status">
        {/* Without any figures, the error replaces them. */}
        {error && answer ? (
          <Typography.Text type="danger" title={error.message}>
            {translate('Failed to fetch widget data')}.{' '}
          </Typography.Text>
        ) : null}
      </span>
      {isSoFar ? translate('Includes today so far') : null}
      {isSoFar && words ? ' · ' : null}
      {words}
    </Typography.Text>
  )
}

function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
