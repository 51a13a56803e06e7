import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A real provider of OpenID Connect, in a process of its own (tests/fixtures/oidc). */
export async function startOidcProvider(
  redirectUri: string,
  people: Record<string, Record<string, unknown>>,
) {
  const child = fork(new URL('../fixtures/oidc/provider.mjs', import.meta.url), {
    env: { ...process.env, REDIRECT_URI: redirectUri, PEOPLE: JSON.stringify(people) },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  if (!child.stdout) throw new Error('The provider says nothing.')
  const [line] = await once(child.stdout, 'data')
  const issuer = String(line).trim()
  return {
    issuer,
    /** Signs somebody in at the provider, and gives where it leads the browser back to. */
    async comeBack(start: string, who: string): Promise<URL> {
      await fetch(`${issuer}/as/${who}`)
      const cookies = new Map<string, string>()
      let at = new URL(start)
      for (let steps = 0; steps < 10; steps += 1) {
        if (!at.href.startsWith(issuer)) return at
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const one of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
          cookies.set(name, value)
        }
        const next = answer.headers.get('location')
        if (!next) throw new Error(`${at} ${answer.status}: ${await answer.text()}`)
        at = new URL(next, at)
      }
      throw new Error('The provider leads nowhere.')
    },
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
