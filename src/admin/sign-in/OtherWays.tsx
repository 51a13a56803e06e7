import { translate } from '#admin/format/translate.ts'
import { API_URL } from '#admin/http/backend.ts'
import type { AuthMethods } from '#contract/account.ts'
import css from './OtherWays.module.css'

/** Ways in without the password. */
export function OtherWays({
  methods: { passkeys, signOn },
  byPasskey,
}: {
  methods: AuthMethods
  byPasskey: () => void
}) {
  return (
    <>
      <p className={css.or}>{translate('or go on with')}</p>
      <div className={css.ways}>
        {passkeys ? (
          <button
            type="button"
            className={css.way}
            aria-label={translate('Use a passkey')}
            onClick={byPasskey}
          >
            {translate('Passkey')}
          </button>
        ) : null}
        {signOn ? (
          <a
            className={css.way}
            href={`${API_URL}/auth/oidc/start?${new URLSearchParams({ to: wanted() })}`}
          >
            <span className="sr-only">{translate('Sign in with')} </span>
            <span dir="auto">{signOn.name}</span>
          </a>
        ) : null}
      </div>
    </>
  )
}

/** Where the visitor was on the way to. */
function wanted(): string {
  return new URLSearchParams(location.search).get('to') ?? '/admin'
}
