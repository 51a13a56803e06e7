import type {
  AuthProvider,
  I18nProvider,
  NotificationProvider,
  OpenNotificationParams,
  RouterProvider,
} from '@refinedev/core'
import plainRouter from '@refinedev/react-router'
import { LOGIN } from '#admin/format/addresses.ts'
import { LOCALE } from '#admin/format/language.ts'
import { translate } from '#admin/format/translate.ts'
import { signIn, signOut } from '#admin/http/authenticate.ts'
import { currentSession } from '#admin/http/session.ts'
import { dismiss, type ToastAction, toast } from '#admin/ui/toast/store.ts'
import { LOGIN_FAILED } from '#contract/session.ts'
import { wantUndo } from './wanted-undo.ts'

/** Refine's questions about the session, answered by the one session there is. The entry does all leading away. */
const authProvider: AuthProvider = {
  async login({ email, password }: { email: string; password: string }) {
    try {
      await signIn(email, password)
      return { success: true }
    } catch (error) {
      return { success: false, error: error instanceof Error ? error : new Error(LOGIN_FAILED) }
    }
  },

  async logout() {
    await signOut()
    return { success: true }
  },

  check: () => {
    const authenticated = currentSession().status === 'in'
    return Promise.resolve({ authenticated, ...(!authenticated && { redirectTo: LOGIN }) })
  },

  // A 401 has ended the session by the time it comes here: by the client's interceptor in http/http.ts.
  onError: (error) => Promise.resolve({ error }),

  getIdentity: () => {
    const session = currentSession()
    return Promise.resolve(session.status === 'in' ? session.user : null)
  },
}

/**
 * Refine's own texts, through the console's one `translate`: the English default is the key. A key without
 * a default gives undefined, for Refine would show the key itself.
 */
export const i18nProvider: I18nProvider = {
  translate: (_key: string, options?: unknown, defaultMessage?: string) => {
    const english = typeof options === 'string' ? options : defaultMessage
    const vars = typeof options === 'object' && options !== null ? options : {}
    // Refine declares a string, and reads undefined as "use your own".
    return (english === undefined ? undefined : translate(english, { ...vars })) as string
  },
  changeLocale: () => Promise.resolve(),
  getLocale: () => LOCALE,
}

/** What is told of a write. With the id of its change it can be taken back for as long as it shows. */
export type Notification = OpenNotificationParams & {
  changeId?: string
  /** The change took another one back: to take it back in turn is to do that again. */
  isUndo?: boolean
}

const shown = new Map<string, string>()

/**
 * Refine's notifications as toasts (TOAST-01). As Refine's own antd provider has it, `description` is the
 * title and `message` the text. Once the session has ended nothing is said: the sign-in page says it.
 */
const notificationProvider: NotificationProvider = {
  open({ key, message, description, type, changeId, isUndo = false }: Notification) {
    if (currentSession().status !== 'in') return
    const isError = type === 'error'
    const id = toast({
      title: description || translate(isError ? 'Error' : 'Success'),
      description: message,
      variant: isError ? 'destructive' : 'default',
      action: changeId === undefined ? undefined : takingBack(changeId, isUndo),
    })
    if (key) shown.set(key, id)
  },

  close(key) {
    const id = shown.get(key)
    if (id === undefined) return
    shown.delete(key)
    dismiss(id)
  },
}

function takingBack(changeId: string, isRedo: boolean): ToastAction {
  return {
    label: translate(isRedo ? 'Redo' : 'Undo'),
    run: () => wantUndo({ changeId, isRedo }),
  }
}

/**
 * Refine's way to the router. An address's parameters are kept from it: it would take them into the key of
 * whatever a screen reads, and read it all again with every step of a list.
 */
const routerProvider: RouterProvider = {
  ...plainRouter,
  parse: () => {
    const parse = plainRouter.parse?.()
    return () => ({ ...parse?.(), params: {} })
  },
}

/** What Refine asks of the console besides its data. */
export const providers = { authProvider, i18nProvider, notificationProvider, routerProvider }
