import {
  type ComponentType,
  createContext,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  use,
} from 'react'
import { fetchMissingStyles, orReload, reloadWhereKept } from './reload.ts'

/** One attempt to render the children of a Boundary; each Retry starts a new one. */
export interface Attempt {
  isRetry?: true
}
export const AttemptContext = createContext<Attempt>({})

const notLoaded = new Set<unknown>()

/** Whether an error is why a `loadable` component is not there. */
export const isNotLoaded = (error: unknown): boolean => notLoaded.has(error)

/** A component whose file comes when it is drawn, or before: `ahead` fetches it, and never fails. */
export type Loadable<P> = ((props: P) => ReactNode) & { ahead: () => Promise<void> }

/**
 * A component whose file comes when it is drawn first. React.lazy keeps a failure for ever, and so does the
 * router's own lazy loading (7.18): here the next attempt asks for the file again, be it Retry or a return to
 * the page. Where the browser itself remembers the failure, Retry reloads the page. Takes what imports the module,
 * and what picks the component from it.
 */
export function loadable<M, P extends object>(
  load: () => Promise<M>,
  pick: (module: M) => ComponentType<P>,
): Loadable<P> {
  let loaded: ComponentType<P> | undefined
  let hasFailed = false
  const attempts = new WeakMap<object, ComponentType<P> | LazyExoticComponent<ComponentType<P>>>()
  const fetched = async () => {
    loaded = pick(await orReload(await load()))
    return loaded
  }
  function Loadable(props: P) {
    const attempt = use(AttemptContext)
    // Within one attempt it stays the same component, so that it keeps its state.
    const known = attempts.get(attempt)
    const Part =
      known ??
      loaded ??
      lazy(async () => {
        try {
          // What another part still lacks is asked for again, but does not keep this one away.
          await fetchMissingStyles().catch((error) => {
            if (hasFailed) throw error
          })
          return { default: await fetched() }
        } catch (error) {
          if (attempt.isRetry) await reloadWhereKept(error)
          hasFailed = true
          notLoaded.add(error)
          throw error
        }
      })
    if (!known) attempts.set(attempt, Part)
    return <Part {...props} />
  }
  // Where it fails, whoever draws it asks again and says so.
  return Object.assign(Loadable, { ahead: () => fetched().then(nothing, nothing) })
}

const nothing = () => undefined
