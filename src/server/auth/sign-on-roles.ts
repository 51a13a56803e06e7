/** Which claim of a provider gives which role: of several the one that was named first. */
export interface RoleClaim {
  claim: string
  roles: readonly { value: string; role: string }[]
}

/** Reads `claim: value=role, value=role`; undefined of anything else. */
export function readRoleClaim(text: string): RoleClaim | undefined {
  const [, claim = '', list = ''] = /^(\S+):\s+(.+)$/.exec(text.trim()) ?? []
  const roles = list.split(',').map((one) => {
    const [, value = '', role = ''] = /^(.+)=([^=]+)$/.exec(one.trim()) ?? []
    return { value: value.trim(), role: role.trim() }
  })
  const isWhole = claim !== '' && roles.every(({ value, role }) => value !== '' && role !== '')
  return isWhole ? { claim, roles } : undefined
}

/** The role that somebody's claims give; a claim may lie within others, as in `realm_access.roles`. */
export function roleIn(
  claims: Readonly<Record<string, unknown>>,
  { claim, roles }: RoleClaim,
): string | undefined {
  const said = Object.hasOwn(claims, claim) ? claims[claim] : within(claims, claim.split('.'))
  const values = [said].flat().map(String)
  return said === undefined ? undefined : roles.find(({ value }) => values.includes(value))?.role
}

function within(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string, unknown>)[key]
        : undefined,
    value,
  )
}
