import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { registry } from '#resources/index.ts'
import { sheetOf } from '../../../tests/support/workbooks.ts'
import { targetFields } from './match-columns.ts'
import { readUpload, type Upload } from './read-upload.ts'
import type { Asked } from './validate-rows.ts'

const templates = registry.find(({ name }) => name === 'missions/templates')
if (!templates) throw new Error('There are no mission templates.')

const resource = templates
const fields = targetFields(templates)
const MB = 1_048_576

/** Reads uploads whose staging is up to the test. */
function uploadsWith(create: (one: { file: string }) => Promise<void>) {
  const author = { id: 'a', role: null }
  const asked = { stage: { create }, id: 'i', resource, author, fields, passwords: [] }
  return ({ name, ...upload }: Upload & { name: string }) =>
    readUpload(asked as unknown as Asked, name, upload, {})
}

test('the thread of a workbook ends when its rows cannot be stored', async () => {
  const ended = vi.spyOn(Worker.prototype, 'terminate')
  const read = uploadsWith(() => Promise.reject(new Error('no database')))
  const rows = Array.from(
    { length: 50 },
    (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="inlineStr"><is><t>title</t></is></c></row>`,
  )
  const bytes = sheetOf(rows.join(''))
  const file = {
    name: 'a.xlsx',
    format: 'xlsx',
    body: Readable.from([bytes]),
    length: bytes.length,
  } as const
  await expect(read(file)).rejects.toThrow('no database')
  expect(ended).toHaveBeenCalled()
})

test('three large files are in memory at once, and a small one waits for none of them', async () => {
  const opened: number[] = []
  const staged: string[] = []
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const read = uploadsWith(async ({ file }) => {
    staged.push(file)
    if (file.startsWith('large')) await finished
  })
  const large = [1, 2, 3, 4, 5].map((at) =>
    read({
      name: `large ${at}`,
      format: 'csv',
      body: new Readable({
        read() {
          opened.push(at)
          this.push('title\nA')
          this.push(null)
        },
      }),
      length: at === 5 ? undefined : 60 * MB,
    }).catch(() => undefined),
  )
  await vi.waitFor(() => expect(staged).toEqual(['large 1']))
  await pause(50)
  expect(opened).toEqual([1, 2, 3])
  await read({
    name: 'small',
    format: 'csv',
    body: Readable.from([Buffer.from('title\nA')]),
    length: 7,
  }).catch(() => undefined)
  expect(staged).toEqual(['large 1', 'small'])
  finish()
  await Promise.all(large)
  expect(opened).toEqual([1, 2, 3, 4, 5])
})
