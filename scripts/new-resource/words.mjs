/** 'starts_at', 'career-fields' → 'startsAt', 'careerFields'. */
export function camel(name) {
  return name.replace(/[-_ ]+([a-z0-9])/gi, (_, letter) => letter.toUpperCase())
}

/** 'startsAt' → 'Starts at'; several words of a title each begin with a capital: 'Career Fields'. */
export function titled(name) {
  const words = camel(name)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(' ')
  return words.map((word) => word[0].toUpperCase() + word.slice(1)).join(' ')
}

/** 'sessions' → 'session'; a guess that the developer reads. */
export function singular(word) {
  if (/(series|news|species)$/i.test(word)) return word
  if (/ies$/i.test(word)) return word.replace(/ies$/i, 'y')
  if (/(ch|sh|x|ss)es$/i.test(word)) return word.replace(/es$/i, '')
  return word.replace(/([^s])s$/i, '$1')
}

/** The resource that a key or a table leads to, by its own name or that of one: 'mentor', 'mentor_id', 'mentors'. */
export function leadsTo(key, known) {
  const bare = camel(key.replace(/(_ids?|Ids?)$/, ''))
  return known.find((name) => {
    const page = camel(name.split('/')[0])
    return bare === page || bare === singular(page)
  })
}
