// All resources, one line each. menu-order.ts defines the order of the menu.
// biome-ignore lint/performance/noBarrelFile: a registry: each importer uses all of it
export { default as careerFields } from './career-fields.ts'
export { default as dashboards } from './dashboards.ts'
export { default as listSettings } from './list-settings.ts'
export { default as mentors } from './mentors.ts'
export { default as messages } from './messages.ts'
export { default as missions } from './missions.ts'
export { default as protocols } from './protocols.ts'
export { default as users } from './users.ts'
export { default as views } from './views.ts'
export { default as waitlist } from './waitlist.ts'
