import { createRoot } from 'react-dom/client'
import { Entry } from './Entry.tsx'
import { reloadOncePerBuild } from './reload.ts'
import { restore, watch } from './session/session.ts'
import { keepFocusInView } from './shell/focus-in-view.ts'
import { guard } from './sign-in/guard.ts'
import './theme/mode.ts'
import './theme/tokens.css'
import './theme/base.css'
// The frame's style comes with the entry's: one request less before the console stands.
import './shell/shell.css'
import './pages/pages.css'
import './toast/toast.css'

reloadOncePerBuild()
watch()
guard()
keepFocusInView()
void restore()

const root = document.getElementById('root')
if (root) createRoot(root).render(<Entry />)
