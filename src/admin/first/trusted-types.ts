interface PolicyFactory {
  createPolicy(name: string, rules: Rules): unknown
}

interface Rules {
  createHTML: (text: string) => string | null
  createScript: () => null
  createScriptURL: (url: string) => string | null
}

/**
 * What the `default` Trusted Types policy lets through. antd writes style text by innerHTML, which holds no
 * markup; nothing may make a script from text, and scripts come from our own origin. null is a refusal.
 */
export function rulesFor(origin: string): Rules {
  return {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScript: () => null,
    createScriptURL: (url) => (new URL(url, origin).origin === origin ? url : null),
  }
}

/** Installs the policy where the browser knows Trusted Types. */
export function installTrustedTypes(): void {
  const factory = (window as { trustedTypes?: PolicyFactory }).trustedTypes
  factory?.createPolicy('default', rulesFor(location.origin))
}
