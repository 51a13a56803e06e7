import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isObject } from '#model/paths.ts'

/** The state of a link to a list that opens the form for a new record there. */
export const ASKED_TO_ADD = { isAdding: true }

/** Opens that form once when such a link led here: neither a reload nor Back opens it again. */
export function useAskedToAdd(add: () => void): void {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const isAsked = isObject(state) && state.isAdding === true
  const open = useEffectEvent(() => {
    void navigate({ pathname, search }, { replace: true, state: { ...state, isAdding: false } })
    add()
  })
  useEffect(() => {
    if (isAsked) open()
  }, [isAsked])
}
