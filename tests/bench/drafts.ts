import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test'
import { API_BASE } from '#contract/api.ts'
import { TOKEN_KEY } from '#contract/session.ts'
import { admin, startProduct } from '../support/product.ts'
import { CALAMITIES, type Calamity, FORMS, type FormPlace } from './drafts-drill/forms.ts'
import { MOST_MISSING, type Outcome, report } from './drafts-drill/report.ts'

/**
 * What is left of a form whose page, browser, session or network dies while somebody types: npm run bench -- drafts
 * [rounds] [seed]. Real Chromium, real server. Exits with 1 when more than a second of typing is missing anywhere,
 * or a form is lost.
 */
const rounds = Number(process.argv[2] ?? 200)
const seed = Number(process.argv[3] ?? 20261123)
/** Between two letters, in milliseconds. */
const PACE = 45
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

const random = mulberry(seed)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

const product = await startProduct()
const profile = mkdtempSync(join(tmpdir(), 'waymark-drafts-'))
let chromiumProcess: ChildProcess | undefined
let browser: Browser | undefined
try {
  console.log(`${rounds} rounds, seed ${seed}, load average ${loadavg()[0]?.toFixed(1)}`)
  const outcomes: Outcome[] = []
  let context = await openBrowser()
  for (let round = 0; round < rounds; round += 1) {
    const calamity = CALAMITIES[round % CALAMITIES.length] as Calamity
    const forms = calamity.startsWith('session') ? FORMS.filter(({ isEdit }) => isEdit) : FORMS
    const outcome = await play(calamity, pick(forms))
    outcomes.push(outcome)
    const { form, typed, missing, missingMs, isLost, isWrong } = outcome
    const told = isLost ? ' LOST' : isWrong ? ' WRONG' : ''
    console.log(
      `${String(round + 1).padStart(3)}  ${calamity.padEnd(27)} ${form.padEnd(12)} ${String(typed).padStart(3)} letters, ${missing} missing, ${missingMs} ms${told}`,
    )
  }
  report(outcomes)

  async function play(calamity: Calamity, place: FormPlace): Promise<Outcome> {
    let page = await openForm(context, place)
    const field = fieldOf(page, place)
    const before = await field.inputValue()
    await field.focus()
    await page.keyboard.press('Control+End')
    const times: number[] = []
    let text = ''
    const type = async (milliseconds: number) => {
      const end = performance.now() + milliseconds
      while (performance.now() < end) {
        const letter = pick([...'abcdefghijklmnopqrstuvwxyz     '])
        await page.keyboard.type(letter)
        times.push(performance.now())
        text += letter
        await sleep(PACE)
      }
    }
    if (calamity.startsWith('no network')) await context.setOffline(true)
    await type(300 + random() * 3000)
    let at = performance.now()
    switch (calamity) {
      case 'page crashes': {
        const devtools = await context.newCDPSession(page)
        const crashed = page.waitForEvent('crash')
        at = performance.now()
        devtools.send('Page.crash').catch(() => undefined)
        await crashed
        await page.close()
        break
      }
      case 'browser is killed':
      case 'browser is closed':
        await endBrowser(calamity === 'browser is killed')
        context = await openBrowser()
        break
      case 'tab is closed':
        await page.close({ runBeforeUnload: false })
        break
      case 'page is reloaded':
        await page.reload()
        break
      case 'session ends (401)': {
        const token = await page.evaluate((key) => localStorage.getItem(key), TOKEN_KEY)
        const headers = { authorization: `Bearer ${token}` }
        await fetch(`${product.url}${API_BASE}/auth/logout`, { method: 'POST', headers })
        await type(300)
        at = performance.now()
        await save(page)
        await page.waitForURL(/\/admin\/login/)
        break
      }
      case 'no network, page stays':
        await save(page)
        await context.setOffline(false)
        break
      case 'no network, tab is closed':
        await save(page)
        at = performance.now()
        await page.close({ runBeforeUnload: false })
        await context.setOffline(false)
        break
    }
    if (page.isClosed() || calamity.startsWith('browser')) page = await context.newPage()
    const back = await comeBack(page, place, calamity)
    const now = back ? await fieldOf(page, place).inputValue() : ''
    const restored = back ? now.slice(before.length) : ''
    const missing = text.length - restored.length
    const missingMs = missing > 0 ? Math.round(at - (times[restored.length] ?? at)) : 0
    if (back) await giveUp(page)
    await page.close({ runBeforeUnload: false })
    return {
      ...{ calamity, form: place.name, typed: text.length, missing, missingMs },
      isLost: !back && missingMs > MOST_MISSING,
      isWrong: back && !(now.startsWith(before) && text.startsWith(restored)),
    }
  }
} finally {
  await endBrowser(true)
  await product.stop()
  rmSync(profile, { recursive: true, force: true })
}

async function openForm(context: BrowserContext, place: FormPlace): Promise<Page> {
  const page = await context.newPage()
  await arrive(page, place)
  await page.getByRole('button', { name: place.open }).first().click()
  await fieldOf(page, place).waitFor()
  return page
}

function fieldOf(page: Page, { label }: FormPlace): Locator {
  const within = page.locator('[role=dialog], #dashboard-panel')
  return within.getByRole('textbox', { name: label }).first()
}

/** Goes to a page, by the sign-in page where the session is over. */
async function arrive(page: Page, { path }: FormPlace): Promise<void> {
  page.on('dialog', (question) => void question.accept().catch(() => undefined))
  if (!page.url().includes('/admin/')) await page.goto(`${product.url}/admin/${path}`)
  const isIn = page.getByRole('heading', { level: 1 }).and(page.locator('main#main h1'))
  const email = page.getByLabel('Email', { exact: true })
  await isIn.or(email).first().waitFor()
  if (!page.url().includes('/admin/login')) return
  await email.fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await isIn.waitFor()
}

/** Comes back as a person does. Says whether the form has something again. */
async function comeBack(page: Page, place: FormPlace, calamity: Calamity): Promise<boolean> {
  if (calamity === 'no network, page stays') return true
  await arrive(page, place)
  const field = fieldOf(page, place)
  const offer = page.getByRole('button', { name: 'Continue' })
  try {
    await offer.or(field).first().waitFor({ timeout: 15_000 })
  } catch {
    return false
  }
  if (await offer.isVisible()) await offer.click()
  await field.waitFor()
  await page.getByText('is here again').first().waitFor()
  return true
}

/** Whether this Chromium can open its database at all. */
async function storesDrafts(context: BrowserContext): Promise<boolean> {
  const page = await context.newPage()
  await page.goto(`${product.url}/robots.txt`)
  const canStore = await page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('probe', 1)
        opening.onerror = () => resolve(false)
        opening.onsuccess = () => {
          opening.result.close()
          resolve(true)
        }
      }),
  )
  await page.close()
  return canStore
}

/** Presses what saves. */
async function save(page: Page): Promise<void> {
  const submit = page.locator('[role=dialog] button[type=submit]')
  await submit
    .or(page.getByRole('button', { name: 'Save', exact: true }))
    .first()
    .click()
}

async function giveUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel' }).first().click()
  const discard = page.getByRole('button', { name: 'Discard', exact: true })
  await discard.last().click()
  await discard.last().waitFor({ state: 'hidden' })
}

async function openBrowser(): Promise<BrowserContext> {
  const portFile = join(profile, 'DevToolsActivePort')
  rmSync(portFile, { force: true })
  chromiumProcess = spawn(
    CHROMIUM,
    [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run'],
      ...[`--user-data-dir=${profile}`, '--remote-debugging-port=0', 'about:blank'],
    ],
    { stdio: 'ignore', detached: true },
  )
  while (!existsSync(portFile)) await sleep(50)
  await sleep(200)
  const [port] = readFileSync(portFile, 'utf8').split('\n')
  browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  if (!context) throw new Error('Chromium has no context')
  context.setDefaultTimeout(60_000)
  if (await storesDrafts(context)) return context
  // Chromium itself finds its profile locked by what it was before, for a moment.
  console.log('     the profile was still locked: Chromium starts again')
  await endBrowser(true)
  await sleep(1000)
  return openBrowser()
}

async function endBrowser(isKilled: boolean): Promise<void> {
  const ended = chromiumProcess
  if (!ended || ended.exitCode !== null || ended.signalCode !== null) return
  const gone = new Promise((resolve) => ended.once('exit', resolve))
  // Killed with all that it started, like by a power cut; or closed as a person closes it.
  if (isKilled) process.kill(-Number(ended.pid), 'SIGKILL')
  else {
    const session = await browser?.newBrowserCDPSession()
    session?.send('Browser.close').catch(() => undefined)
  }
  await gone
  await browser?.close().catch(() => undefined)
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function mulberry(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
