import { Readable } from 'node:stream'

/**
 * Pieces as a stream that asks for each when there is room. A failure destroys it, and destroying it
 * does not wait for the piece under way: a stream made by `Readable.from` would.
 */
export function streamOf(pieces: AsyncGenerator<string>): Readable {
  return new Readable({
    read() {
      pieces.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      pieces.return(undefined).catch(() => undefined)
      done(error)
    },
  })
}
