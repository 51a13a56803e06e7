import { stylesXml } from './styles.ts'
import { xmlAttribute } from './xlsx-text.ts'

export interface Part {
  path: string
  xml: string
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const FORBIDDEN_IN_NAMES = /[\\/?*[\]:]/g
const LONGEST_NAME = 31

/** Where the sheet of this number stands, counted from 1. */
export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`
}

/** A sheet's name of at most 31 characters; `number` from 2 on is for what goes on from another sheet. */
export function sheetName(title: string, number = 1): string {
  const ending = number > 1 ? ` ${number}` : ''
  return title.replace(FORBIDDEN_IN_NAMES, ' ').slice(0, LONGEST_NAME - ending.length) + ending
}

/** Everything of a workbook besides its sheets, once their names are known. */
export function partsOf(names: readonly string[]): Part[] {
  const numbered = names.map((name, index) => ({ name, number: index + 1 }))
  const sheets = numbered.map(
    ({ name, number }) =>
      `<sheet name="${xmlAttribute(name)}" sheetId="${number}" r:id="rId${number}"/>`,
  )
  const links = numbered.map(({ number }) =>
    link(number, 'worksheet', sheetPath(number).replace('xl/', '')),
  )
  const types = numbered.map(({ number }) => override(sheetPath(number), 'worksheet'))
  return [
    {
      path: 'xl/workbook.xml',
      xml: `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`,
    },
    {
      path: 'xl/_rels/workbook.xml.rels',
      xml: relations([...links, link(names.length + 1, 'styles', 'styles.xml')]),
    },
    { path: 'xl/styles.xml', xml: stylesXml },
    { path: '_rels/.rels', xml: relations([link(1, 'officeDocument', 'xl/workbook.xml')]) },
    {
      path: '[Content_Types].xml',
      xml: `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}${types.join('')}${override('xl/styles.xml', 'styles')}</Types>`,
    },
  ]
}

function link(number: number, kind: string, target: string): string {
  return `<Relationship Id="rId${number}" Type="${OFFICE}/${kind}" Target="${target}"/>`
}

function relations(links: readonly string[]): string {
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}</Relationships>`
}

function override(path: string, kind: string): string {
  return `<Override PartName="/${path}" ContentType="${TYPE}.${kind}+xml"/>`
}
