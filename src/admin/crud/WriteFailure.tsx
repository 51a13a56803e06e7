import { Alert, Flex } from 'antd'
import type { AlertRef } from 'antd/es/alert/Alert'
import { type ReactNode, useEffect, useRef } from 'react'
import { translate, translateWithin } from '#admin/format/translate.ts'
import type { WriteError } from '#admin/providers/versioned-provider.ts'
import type { Resource } from '#model/resource.ts'
import { NO_ANSWER, savedByText } from './notices.ts'

interface Props {
  resource: Resource
  error: WriteError
  /** Further details: the fields that differ, or where to look. */
  children?: ReactNode
  /** Buttons for the next steps. */
  actions: ReactNode
}

/** Explains why a write failed, and offers the next steps. Takes the focus when it appears. */
export function WriteFailure({ resource, error, children, actions }: Props) {
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
      message={<strong>{textOf(resource, error)}</strong>}
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

function textOf(resource: Resource, error: WriteError): string {
  const noun = translateWithin(resource.label.one)
  if (error.failure === 'unknownOutcome') return translate(NO_ANSWER)
  if (error.failure === 'deleted')
    return translate('This {noun} was deleted after you opened it.', { noun })
  return (
    savedByText(resource, error) ??
    translate('This {noun} was changed after you opened it.', { noun })
  )
}
