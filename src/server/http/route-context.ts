import type { Config } from '#server/config.ts'
import type { Services } from '#server/services.ts'

/** What the routes are made of. */
export interface Context extends Services {
  config: Config
}
