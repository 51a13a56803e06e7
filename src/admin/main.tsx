import { createRoot } from 'react-dom/client'
import { Entry } from './Entry.tsx'
import { restore, watch } from './http/authenticate.ts'
import { keepFocusInView } from './shell/focus-in-view.ts'
import { guard } from './sign-in/guard.ts'
import { reloadOncePerBuild } from './ui/reload.ts'
import './ui/theme/mode.ts'
import 'virtual:tokens.css'
import './ui/theme/base.css'

reloadOncePerBuild()
watch()
guard()
keepFocusInView()
void restore()

const root = document.getElementById('root')
if (root) createRoot(root).render(<Entry />)
