import { createRoot } from 'react-dom/client'
import { Entry } from './Entry.tsx'
import { restore, watch } from './http/authenticate.ts'
import { storedToken } from './http/session.ts'
import { Console } from './lazy.tsx'
import { keepFocusInView } from './shell/focus-in-view.ts'
import { guard } from './sign-in/guard.ts'
import { leaveCompositionAlone } from './ui/composition.ts'
import { reloadOncePerBuild } from './ui/reload.ts'
import './ui/theme/forced-colours.ts'
import './ui/theme/mode.ts'
import { guardTranslatedPage } from './ui/translated-page.ts'
import 'virtual:tokens.css'
import './ui/theme/base.css'

guardTranslatedPage()
leaveCompositionAlone()
reloadOncePerBuild()
watch()
guard()
keepFocusInView()
void restore(() => Console.ahead())

const root = document.getElementById('root')
if (root) createRoot(root).render(<Entry />)
// Preload the console while the session is verified.
if (storedToken() !== null) void Console.ahead()
