import type { FastifyInstance } from 'fastify'
import { API_BASE } from '#contract/api.ts'

/** Routes that only refuse, and in no words of the specification: they are not described. */
const REFUSING = ['GET /api/v1/analytics/{tab}']

/** Every route of the router below the API's base that answers, as 'GET /api/v1/users/{id}'. */
export function routesOf(app: FastifyInstance): string[] {
  const found: string[] = []
  const stack: { depth: number; part: string }[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] =
      /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
    if (!part) continue
    const depth = indent.length / 4
    while ((stack.at(-1)?.depth ?? -1) >= depth) stack.pop()
    stack.push({ depth, part })
    const path = stack.map((one) => one.part).join('')
    for (const method of methods.split(', '))
      if (method && method !== 'HEAD' && path.startsWith(`${API_BASE}/`))
        found.push(`${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  }
  return found.filter((route) => !REFUSING.includes(route)).sort()
}
