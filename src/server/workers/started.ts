import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { type ToWorker, WORKER } from './messages.ts'

/** A worker in its place. What takes its place, when it ends, begins anew. */
export interface Worker {
  readonly child: ChildProcess
  /** Takes connections. */
  isOpen: boolean
  /** Connections that were handed to it and that it has not taken yet. */
  readonly onTheWay: Map<number, Socket>
}

/** Starts the program that this process is, as a worker. */
export function startWorker(): Worker {
  const child = fork(process.argv[1] ?? '', [WORKER], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  // Its end says all there is to say.
  child.on('error', () => undefined)
  return { child, isOpen: false, onTheWay: new Map() }
}

/** Tells it, as long as it is there. */
export function tell({ child }: Worker, message: ToWorker): void {
  if (child.connected) child.send(message, () => undefined)
}

/** Hands it a connection, and keeps that until it is taken. */
export function hand({ child, onTheWay }: Worker, socket: Socket, id: number): void {
  onTheWay.set(id, socket)
  const message: ToWorker = { say: 'socket', id }
  child.send(message, socket, { keepOpen: true }, () => undefined)
}

/** The worker has it: here it is let go, and stays open there. */
export function letGo({ onTheWay }: Worker, id: number): void {
  onTheWay.get(id)?.destroy()
  onTheWay.delete(id)
}
