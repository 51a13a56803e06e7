import { brand } from '#brand'

const { primary, primaryDark } = brand.colour

/** Light and dark by the reader's system; wide tables scroll by themselves, the page never sideways. */
export const style = `
:root { --ground: #fff; --raised: #f5f7f6; --text: #16211f; --quiet: #52605c; --line: #dbe2e0; --mark: ${primary}; --warn: #9a3412; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0b1513; --raised: #13201d; --text: #e6edeb; --quiet: #a3b3ae; --line: #263632; --mark: ${primaryDark}; --warn: #fdba74; }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 16px; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.55 Inter, system-ui, sans-serif; }
a { color: var(--mark); }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 16px; top: 16px; background: var(--ground); padding: 8px 12px; }
header { display: flex; align-items: center; gap: 12px; padding: 20px 24px; border-bottom: 1px solid var(--line); }
header path { fill: var(--mark); }
h1 { font-size: 20px; margin: 0; }
h2 { font-size: 18px; margin: 40px 0 12px; }
h3 { font-size: 16px; margin: 0 0 4px; }
h4 { font-size: 14px; margin: 16px 0 4px; color: var(--quiet); }
.columns { display: grid; grid-template-columns: 240px minmax(0, 860px); gap: 40px; padding: 0 24px 80px; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 8px 4px; }
nav h2 { font-size: 13px; color: var(--quiet); margin: 20px 0 4px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 4px 8px; border-radius: 6px; text-decoration: none; color: var(--text); }
nav a:hover { background: var(--raised); }
main { padding-top: 12px; min-width: 0; }
article { border: 1px solid var(--line); border-radius: 10px; padding: 16px 20px; margin: 0 0 16px; }
article:target { border-color: var(--mark); }
code { font: 14px/1.5 ui-monospace, Consolas, monospace; overflow-wrap: anywhere; }
pre { margin: 0; padding: 12px; background: var(--raised); border-radius: 8px; }
pre code { overflow-wrap: normal; }
.call { margin: 4px 0 12px; }
.method { display: inline-block; min-width: 64px; text-align: center; font: 600 13px/24px ui-monospace, monospace; border: 1px solid var(--mark); color: var(--mark); border-radius: 6px; padding: 0 8px; }
.method.delete { border-color: var(--warn); color: var(--warn); }
.open, .required { color: var(--quiet); font-size: 13px; font-weight: 400; }
.open { margin-left: 8px; }
.scroll { overflow-x: auto; margin: 12px 0; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
caption { text-align: left; font-weight: 600; color: var(--quiet); padding: 4px 0; }
th, td { text-align: left; vertical-align: top; padding: 6px 12px 6px 0; border-top: 1px solid var(--line); }
thead th { color: var(--quiet); font-weight: 500; border-top: 0; }
tbody th { font-weight: 400; white-space: nowrap; }
dl { margin: 0; font-size: 14px; }
dl div { display: grid; grid-template-columns: 56px 1fr; padding: 4px 0; border-top: 1px solid var(--line); }
dd { margin: 0; }
.status { font-family: ui-monospace, monospace; color: var(--quiet); }
.status.ok { color: var(--mark); font-weight: 600; }
@media (max-width: 800px) {
  .columns { grid-template-columns: minmax(0, 1fr); gap: 0; padding: 0 16px 64px; }
  nav { position: static; max-height: none; }
}
`
