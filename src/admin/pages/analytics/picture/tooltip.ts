interface Content {
  title: string
  items: readonly { name: string; value: string; color: string }[]
}

/**
 * Returns what G2's tooltip says as elements, with the class names of its own template. G2 writes its template as
 * markup, which the console's Trusted Types policy refuses.
 */
export function tooltipOf(_event: unknown, { title, items }: Content): HTMLElement {
  const lines = items.map(({ name, value, color }) => {
    const marker = part('span', 'list-item-marker')
    marker.style.background = color
    const label = part('span', 'list-item-name', marker, part('span', 'list-item-name-label', name))
    return part('li', 'list-item', label, part('span', 'list-item-value', value))
  })
  return part('div', 'content', part('div', 'title', title), part('ul', 'list', ...lines))
}

// Not within tooltipOf: the library takes a function that creates elements by itself for one of React's.
function part(tag: string, name: string, ...content: (string | Node)[]): HTMLElement {
  const element = document.createElement(tag)
  element.className = `g2-tooltip-${name}`
  element.dir = 'auto'
  element.append(...content)
  return element
}
