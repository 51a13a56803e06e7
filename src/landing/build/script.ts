import type { Rolldown } from 'vite'

/**
 * Moves the page's script from the bundle into the document. It is small, and on a slow line a separate request
 * would delay the first view more than its bytes do. It is not a module: it runs where it is placed, at the end of
 * the body, and not during the page's first layout. Throws when the script is more than one file.
 */
export function inlineScript(frame: string, bundle: Rolldown.OutputBundle): string {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/index.html'),
  )
  if (chunk?.type !== 'chunk') return frame
  if (chunk.imports.length + chunk.dynamicImports.length > 0)
    throw new Error(`The landing page's script needs ${chunk.imports}: it must be one piece`)
  const tag = new RegExp(`\\s*<script [^>]*src="/${chunk.fileName}"[^>]*></script>`)
  if (!tag.test(frame)) throw new Error(`index.html does not ask for ${chunk.fileName}`)
  delete bundle[chunk.fileName]
  // Either would end the element, or change how its end is found.
  const code = chunk.code.trim().replace(/<(?=\/script|!--)/gi, '\\x3c')
  return frame
    .replace(tag, '')
    .replace('</body>', () => `<script>(()=>{'use strict';${code}})()</script></body>`)
}
