import { Steps as AntSteps } from 'antd'
import { type ReactNode, use, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { translate } from '#admin/format/translate.ts'
import { LastStep, STEPS, type Step } from './step.ts'

/** Where in the four steps of an import one is. Those that can be gone back to are links. */
export function Steps({ at, to = {} }: { at: Step; to?: Partial<Record<Step, string>> }) {
  const { state } = useLocation()
  const place = STEPS.findIndex(([step]) => step === at)
  return (
    <nav aria-label={translate('Steps of the import')}>
      <AntSteps
        size="small"
        current={place}
        style={{ marginBlockEnd: 16 }}
        items={STEPS.map(([step, label], index) => {
          const address = index < place ? to[step] : undefined
          const words = (
            <>
              {translate(label)}
              {index < place ? <span className="sr-only"> {translate('(done)')}</span> : null}
            </>
          )
          return {
            title: address ? (
              <Link to={address} state={state}>
                {words}
              </Link>
            ) : (
              <span {...(step === at && { 'aria-current': 'step' as const })}>{words}</span>
            ),
          }
        })}
      />
    </nav>
  )
}

/** The heading of a step. It takes the focus when one comes to it from another step. */
export function StepTitle({ step, children }: { step: Step; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = use(LastStep)
  useEffect(() => {
    if (last.current !== undefined && last.current !== step) heading.current?.focus()
    last.current = step
  }, [step, last])
  return (
    <h2 ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </h2>
  )
}

/** How far it is, for screen readers: each quarter once. */
export function SpokenProgress({ done, of }: { done: number; of: number }) {
  const quarters = of > 0 ? Math.floor((done / of) * 4) : 0
  return (
    <p className="sr-only" role="status">
      {quarters === 0 ? '' : translate('{percent} % done', { percent: quarters * 25 })}
    </p>
  )
}
