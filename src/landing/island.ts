/** All the script of the landing page. Everything works without it; it only adds comfort. */
import { startCurrentSection } from './island/current-section.ts'
import { keepFocusInView } from './island/focus-in-view.ts'
import { startFormLinks } from './island/form-links.ts'
import { startForms } from './island/forms.ts'
import { startHeader } from './island/header.ts'
import { startLayOut } from './island/lay-out.ts'
import { startMenu } from './island/menu.ts'
import { startTabs } from './island/tabs.ts'

const parts = [
  startHeader,
  startTabs,
  startMenu,
  startForms,
  keepFocusInView,
  startFormLinks,
  startCurrentSection,
  startLayOut,
]
for (const start of parts) {
  try {
    start()
  } catch (error) {
    // A failure of one feature must not stop the others.
    reportError(error)
  }
}
