import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { pageAddress } from '#admin/format/addresses.ts'
import type { Resource } from '#model/resource.ts'

/**
 * The record that the address names: /admin/users/42 is the list of users with that one's form open.
 * Gives its id, undefined when there is none or the resource has no form for it, and the way back to the
 * list's own address: the list keeps its query, and Back leads to where the visitor came from.
 */
export function useAddressedRecord({ page, actions }: Resource) {
  // Not called `id`: Refine takes a parameter of that name for the record of whatever form is open.
  const { record } = useParams<'record'>()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  return {
    id: actions.includes('edit') ? record : undefined,
    leave: () => {
      if (record !== undefined)
        void navigate({ pathname: pageAddress(page), search }, { replace: true, state })
    },
  }
}
