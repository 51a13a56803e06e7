import { type ComponentType, lazy } from 'react'

/**
 * Returns React.lazy's component with `preload`, which preloads the module and never fails. Once the module is
 * loaded, the component renders without its Suspense fallback. `pick` selects the component from the module.
 */
export function loadable<M, P extends object>(
  load: () => Promise<M>,
  pick: (module: M) => ComponentType<P>,
) {
  let loaded: { default: ComponentType<P> } | undefined
  const fetched = async () => {
    loaded = { default: pick(await load()) }
    return loaded
  }
  return Object.assign(
    // React.lazy does not suspend on a thenable that calls back at once.
    lazy(() => (loaded ? atOnce(loaded) : fetched())),
    { preload: () => fetched().then(nothing, nothing) },
  )
}

function atOnce<T>(value: T): Promise<T> {
  // biome-ignore lint/suspicious/noThenProperty: a thenable is what React.lazy takes
  return { then: (done: (value: T) => unknown) => done(value) } as unknown as Promise<T>
}

const nothing = () => undefined
