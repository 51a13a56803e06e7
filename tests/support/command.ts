import { vi } from 'vitest'
import { findCommand } from '#server/cli/commands.ts'
import { readConfig } from '#server/config.ts'
import { type TestApp, urlOf } from './app.ts'

/** npm run admin on the server's database; gives what it says, and what it writes to the log. */
export async function adminCommand(
  { connection }: TestApp,
  ...args: string[]
): Promise<{ said: string; logged: string }> {
  const config = await readConfig({ DATABASE_URL: urlOf(connection) })
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  )
  try {
    await findCommand(['admin', ...args])(config)
    const [said = '', logged = ''] = spies.map(({ mock }) => mock.calls.map(String).join(''))
    return { said, logged }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
