import type { HttpError } from '@refinedev/core'
import { Alert, Flex } from 'antd'
import type { AlertRef } from 'antd/es/alert/Alert'
import { type ReactNode, useEffect, useRef } from 'react'
import { translate, translateWithin } from '#admin/format/translate.ts'
import type { WriteError } from '#admin/providers/versioned-provider.ts'
import type { Resource } from '#model/resource.ts'
import { NO_ANSWER, savedByText } from './notices.ts'

type Failure = Exclude<WriteError['failure'], 'notSaved'>

interface Props {
  failure: Failure
  resource: Resource
  /** Says who saved the other version, and when. */
  error?: HttpError | undefined
  /** What else is to be known: the fields that differ, where to look. */
  children?: ReactNode
  /** The buttons that lead on. */
  actions: ReactNode
}

/** Says why a write was not made, and offers the ways on. It is read out, and takes the focus as it appears. */
export function WriteFailure({ failure, resource, error, children, actions }: Props) {
  const alert = useRef<AlertRef>(null)
  useEffect(() => {
    const element = alert.current?.nativeElement
    if (!element) return
    element.tabIndex = -1
    element.focus()
  }, [])
  return (
    <Alert
      ref={alert}
      type="warning"
      style={{ marginBlockEnd: 16 }}
      message={<strong>{textOf(failure, resource, error)}</strong>}
      description={
        <Flex vertical gap={12}>
          {children}
          <Flex wrap gap={8}>
            {actions}
          </Flex>
        </Flex>
      }
    />
  )
}

function textOf(failure: Failure, resource: Resource, error: HttpError | undefined): string {
  const noun = translateWithin(resource.label.one)
  switch (failure) {
    case 'conflict':
      return (
        (error && savedByText(resource, error)) ??
        translate('This {noun} was changed since you opened it.', { noun })
      )
    case 'deleted':
      return translate('This {noun} was deleted since you opened it.', { noun })
    case 'unknownOutcome':
      return translate(NO_ANSWER)
  }
}
