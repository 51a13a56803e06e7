import { type Config, readConfig } from '#server/base/config.ts'
import { onDeclarations } from './declaration-faults.ts'

const { explainFailure } = await onDeclarations(() => import('./failure.ts'))
const { giveUpRoot } = await import('./own-account.ts')
const { serve } = await import('./serve.ts')

const say = (line: string) => process.stdout.write(`${line}\n`)

const refuse = (error: unknown, config?: Config): never => {
  process.stderr.write(`${explainFailure(error, config)}\n`)
  process.exit(1)
}

/** Longer than any orderly end takes. */
const PATIENCE_MS = 30_000

const config = await readConfig(process.env).catch((error: unknown) => refuse(error))
const starting = giveUpRoot(config, say).then((early) => serve(config, say, early))

let isStopping = false
const stop = async (code: number): Promise<void> => {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), PATIENCE_MS).unref()
  // A start that is still under way is waited for, so that it leaves no database behind.
  await (await starting).stop()
  process.exit(code)
}

// npm passes a Ctrl-C on that has arrived here already: asking again must not cut the end short, or the
// database would be left running.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0))

const running = await starting.catch((error: unknown) => refuse(error, config))

// Nothing should get here. If it does, the state is unknown: close what is open and end.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    running.log.fatal({ err: error }, 'an error that nobody handled')
    void stop(1)
  })
