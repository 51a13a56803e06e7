import { vi } from 'vitest'
import { readConfig } from '#server/base/config.ts'
import { admin } from '#server/process/command/admin.ts'
import type { TestApp } from './app.ts'

/** npm run admin on the server's database; gives what it says, and what it writes to the log. */
export async function adminCommand(
  { connection }: TestApp,
  ...args: string[]
): Promise<{ said: string; logged: string }> {
  if (!('host' in connection)) throw new Error('The tests have a database of their own.')
  const { host, port, user, database } = connection
  const config = await readConfig({
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
  })
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  )
  try {
    await admin(args, config)
    const [said = '', logged = ''] = spies.map(({ mock }) => mock.calls.map(String).join(''))
    return { said, logged }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
