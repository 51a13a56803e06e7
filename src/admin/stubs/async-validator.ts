/** Stands in for antd's validator of `rules`: forms are checked by the declaration's schema (form/check-draft.ts). */
export default class Absent {
  constructor() {
    throw new Error('Rules of antd are left out of the console: take them back in vite.config.ts')
  }
}
