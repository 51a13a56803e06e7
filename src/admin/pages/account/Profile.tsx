import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { changeAccount } from '#admin/providers/account.ts'
import { toast } from '#admin/ui/toast/store.ts'
import type { Account } from '#contract/account.ts'
import { LONGEST_EMAIL } from '#model/limits.ts'
import { Form, Pair } from './Form.tsx'
import { Labelled } from './Labelled.tsx'
import { Section } from './Section.tsx'
import type { Changed } from './sections.ts'
import { useSubmit } from './use-submit.ts'

/** One's own name and email (ACC-01). Another email takes the password: it is what one signs in with. */
export function Profile({ account, changed }: Changed) {
  const [draft, setDraft] = useState(() => draftOf(account))
  const submit = useSubmit()
  const { errors } = submit
  const set = (key: keyof typeof draft) => (value: string) => setDraft({ ...draft, [key]: value })
  const isMoved = draft.email.trim() !== account.email
  const save = async () => {
    const { password, ...said } = draft
    await submit.run(async () => {
      const next = await changeAccount({ ...said, ...(isMoved && { password }) })
      setDraft(draftOf(next))
      changed(next)
      toast({ title: translate('Success'), description: translate('Your account is saved.') })
    }, 'Your account could not be saved.')
  }
  return (
    <Section title="Profile" text="How others see you in this console, and what you sign in with.">
      <Form submit={submit} send={() => void save()} yes="Save profile">
        <Pair>
          <Labelled
            label="First Name"
            value={draft.firstName}
            onValue={set('firstName')}
            error={errors.firstName}
            autoComplete="given-name"
            maxLength={80}
          />
          <Labelled
            label="Last Name"
            value={draft.lastName}
            onValue={set('lastName')}
            error={errors.lastName}
            autoComplete="family-name"
            maxLength={80}
          />
        </Pair>
        <Labelled
          label="Email"
          type="email"
          value={draft.email}
          onValue={set('email')}
          error={errors.email}
          autoComplete="email"
          maxLength={LONGEST_EMAIL}
        />
        {isMoved ? (
          <Labelled
            isPassword
            label="Your password"
            value={draft.password}
            onValue={set('password')}
            error={errors.password}
            hint="You sign in with this email, so its change takes your password."
            autoComplete="current-password"
          />
        ) : null}
      </Form>
    </Section>
  )
}

function draftOf({ firstName, lastName, email }: Account) {
  return { firstName, lastName, email, password: '' }
}
