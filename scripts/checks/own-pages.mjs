// The pages and parts of the product. Others in these folders were added by a developer for an installation: the rules
// for our texts and style sheets do not apply to them.

const OURS = {
  'src/admin/pages/': [
    'account',
    'activity',
    'analytics',
    'dashboards',
    'home',
    'page.tsx',
    'Settings.tsx',
    'tokens',
  ],
  'src/admin/extensions/': ['mentors', 'missions', 'protocols', 'users'],
}

/** Whether a file of the console belongs to a page or part that a developer added. */
export function isAdded(file) {
  return Object.entries(OURS).some(([folder, ours]) => {
    if (!file.startsWith(folder) || !/\.(tsx|css)$/.test(file)) return false
    return !ours.includes(file.slice(folder.length).split('/')[0])
  })
}
