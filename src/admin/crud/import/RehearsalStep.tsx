import type { HttpError } from '@refinedev/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Card, Flex, Progress, Typography } from 'antd'
import { useLocation, useNavigate } from 'react-router-dom'
import { importAddress } from '#admin/format/addresses.ts'
import { wordsForRows } from '#admin/format/numbers.ts'
import { translate } from '#admin/format/translate.ts'
import { importKey, isGone, planNext } from '#admin/providers/imports.ts'
import { FailureNotice } from '#admin/ui/Notice.tsx'
import type { Import } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { Planned } from './Planned.tsx'
import { SpokenProgress, StepTitle } from './Steps.tsx'
import { AT_COLUMNS } from './step.ts'
import { percentOf } from './words.ts'

/** The third step: what each row would do, and what is wrong with it. Nothing is written yet. */
export function RehearsalStep({ resource, about }: { resource: Resource; about: Import }) {
  const rehearsal = useRehearsal(resource, about)
  const navigate = useNavigate()
  const { state: from } = useLocation()
  if (about.state === 'planned') return <Planned resource={resource} about={about} />
  const { done, rows } = about
  const back = () =>
    void navigate(`${importAddress(resource.page, about.id)}${AT_COLUMNS}`, { state: from })
  return (
    <Card>
      <Flex vertical gap={12} style={{ minHeight: 208, padding: 'clamp(16px, 3vw, 24px)' }}>
        <StepTitle step="rehearsal">{translate('Looking what would change…')}</StepTitle>
        <Typography.Text
          type="secondary"
          style={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}
        >
          {translate('Nothing is changed yet.')}
        </Typography.Text>
        <Progress
          percent={percentOf(done, rows)}
          showInfo={false}
          aria-label={translate('Progress')}
        />
        <SpokenProgress done={done} of={rows} />
        <Flex component="p" wrap align="center" justify="space-between" gap="8px 16px">
          <Typography.Text type="secondary" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {wordsForRows(done, rows)}
          </Typography.Text>
          <Button onClick={back}>{translate('Cancel')}</Button>
        </Flex>
        {rehearsal.error ? (
          <FailureNotice
            text={
              rehearsal.error.message ||
              translate(
                rehearsal.error.statusCode === 0
                  ? 'The server gave no answer.'
                  : 'This could not be done.',
              )
            }
            label="Go on"
            retry={rehearsal.goOn}
          />
        ) : null}
      </Flex>
    </Card>
  )
}

/** Has an import planned, piece after piece, for as long as this is shown. Gives why it stopped, and what goes on then. */
function useRehearsal(resource: Resource, { id, state }: Import) {
  const client = useQueryClient()
  const queryKey = importKey(resource, id)
  const { error, refetch } = useQuery<Import, HttpError>({
    queryKey: [...queryKey, 'plan'],
    queryFn: async ({ signal }) => {
      try {
        const next = await planNext(resource, id, signal)
        client.setQueryData(queryKey, next)
        return next
      } catch (failure) {
        if (isGone(failure)) await client.invalidateQueries({ queryKey, exact: true })
        throw failure
      }
    },
    enabled: state === 'planning',
    // The next piece at once, also while the tab is hidden.
    refetchInterval: ({ state: { data, error: failure } }) =>
      failure || (data && data.state !== 'planning') ? false : 1,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
    retry: false,
    gcTime: 0,
  })
  return { error: isGone(error) ? undefined : (error ?? undefined), goOn: () => void refetch() }
}
