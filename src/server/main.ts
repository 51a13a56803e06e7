import { type Config, readConfig } from './config.ts'

// The entry of `npm start`. Modules that use the declarations are loaded after the check.
await import('./declarations.ts')
const { startServer } = await import('./server.ts')
const { explainFailure } = await import('./failure.ts')
const { dropRoot } = await import('./drop-root.ts')

const print = (line: string) => process.stdout.write(`${line}\n`)

const refuse = (error: unknown, config?: Config): never => {
  process.stderr.write(`${explainFailure(error, config)}\n`)
  process.exit(1)
}

/** Longer than an orderly shutdown takes. */
const PATIENCE_MS = 30_000

const config = await readConfig(process.env).catch((error: unknown) => refuse(error))

const starting = dropRoot(config, print).then((openPort) => startServer(config, print, openPort))

let isStopping = false
const stop = async (code: number): Promise<void> => {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), PATIENCE_MS).unref()
  // Wait for a start that is still under way, so that it leaves no database behind.
  await (await starting).stop()
  process.exit(code)
}

// npm forwards a Ctrl-C that has arrived here already. A second signal must not cut the shutdown short, or the
// database would be left running.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0))

const running = await starting.catch((error: unknown) => refuse(error, config))

// After an unhandled error the state is unknown: close what is open and end.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    running.fatal(error)
    void stop(1)
  })
