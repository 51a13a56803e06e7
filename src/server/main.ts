import { isWorker, tellFailure } from '#server/workers/messages.ts'
import { type Config, readConfig } from './config.ts'
import { onDeclarations } from './declaration-faults.ts'
import type { Running } from './running.ts'

const { explainFailure } = await onDeclarations(() => import('./failure.ts'))

const say = (line: string) => process.stdout.write(`${line}\n`)

const refuse = async (error: unknown, config?: Config): Promise<never> => {
  const words = explainFailure(error, config)
  if (isWorker()) await tellFailure(words)
  else process.stderr.write(`${words}\n`)
  process.exit(1)
}

/** Longer than any orderly end takes. */
const PATIENCE_MS = 30_000

const config = await readConfig(process.env).catch((error: unknown) => refuse(error))

/** Each kind of process reads only the code that it needs. */
const start = async (): Promise<Running> => {
  if (isWorker()) {
    const { workFor } = await import('#server/workers/worker.ts')
    const { fatal, end } = await workFor(config, say)
    return { fatal, stop: end }
  }
  const { giveUpRoot } = await import('./own-account.ts')
  const early = await giveUpRoot(config, say)
  if (config.workers > 1) {
    const { serveByWorkers } = await import('#server/workers/first.ts')
    return serveByWorkers(config, say, early)
  }
  const { serve } = await import('./serve.ts')
  return serve(config, say, early)
}
const starting = start()

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
// A worker has its end from the first process: the terminal says it to both.
if (isWorker()) {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.once('disconnect', () => void stop(1))
  process.on('SIGTERM', () => void stop(0))
} else for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0))

const running = await starting.catch((error: unknown) => refuse(error, config))

// Nothing should get here. If it does, the state is unknown: close what is open and end.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    running.fatal(error)
    void stop(1)
  })
