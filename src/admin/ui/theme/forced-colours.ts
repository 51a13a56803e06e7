const query = matchMedia('(forced-colors: active)')

/** Where the system has colours of its own: their sheet is fetched by those who have them, and by nobody else. */
function dress(): void {
  if (query.matches) void import('./forced-colours.css')
}

query.addEventListener('change', dress)
dress()
