import * as z from 'zod'
import type { ImportFormat, RowFault } from '#contract/imports.ts'
import { splitAtCommas, trimUnseen } from '#model/clean-text.ts'
import { isSameField, isSameValue } from '#model/field-changes.ts'
import { getAt, setAt } from '#model/paths.ts'
import { clears } from '#model/validate.ts'
import { localTime, timeFrom } from '#server/db/days.ts'
import { keptInCell } from '#server/http/xlsx-writer.ts'
import { type Data, isId } from '#server/records/shape.ts'
import { hintOf, isJson, type TargetField, zoneIn } from './match-columns.ts'
import {
  type FileColumn,
  type Forms,
  type ReadText,
  readDate,
  readNumber,
} from './number-date-formats.ts'
import type { Cell } from './parse-file.ts'

/** A column that is mapped to a field. */
export interface MappedColumn {
  /** Its index in the file. */
  at: number
  field: TargetField
  /** The zone of its times, if its name has one. */
  zone: string | undefined
}

/** How to read the cells of an import. */
export interface Reading {
  /** The zone of times that have none. */
  zone: string
  format: ImportFormat
  forms: Forms
  /** By resource, the ids of the records with a name; undefined if the author may not read names. */
  ids: ReadonlyMap<string, ReadonlyMap<string, readonly string[]> | undefined>
}

/** The value of a cell, or its error. */
type CellValue = { value: unknown } | { fault: string }

export function mappedColumns(
  columns: readonly Pick<FileColumn, 'header' | 'field'>[],
  fields: readonly TargetField[],
): readonly MappedColumn[] {
  return columns.flatMap((column, at) => {
    const field = fields.find(({ path }) => path === column.field)
    return field ? [{ at, field, zone: zoneIn(column.header) }] : []
  })
}

/** Converts a row into a body: all its values for a new record, and those that differ for an existing one. */
export function rowToBody(
  mapped: readonly MappedColumn[],
  cells: readonly Cell[],
  record: Data | undefined,
  reading: Reading,
): { body: Data; faults: RowFault[] } {
  const faults: RowFault[] = []
  const cleared: TargetField[] = []
  let body: Data = {}
  for (const { at, field, zone = reading.zone } of mapped) {
    const cell = cells[at] ?? ''
    const own = { ...reading, zone }
    if (field.kind === 'id' || (record && isUnchanged(field, record, cell, own))) continue
    if (isEmpty(cell)) {
      // An empty cell does not clear a password.
      if (record && !field.isPassword) cleared.push(field)
      continue
    }
    const text = String(cell)
    const fault = text.includes('\uFFFD')
      ? 'the cell has characters that cannot be read'
      : reading.format !== 'json' && errorIn(text)
    const read = fault
      ? { fault: `${field.label}: ${fault}.` }
      : readCell(field, cell, own, record && getAt(record, field.path))
    if ('fault' in read) faults.push({ column: at, message: read.fault })
    else body = setAt(body, field.path, read.value)
  }
  for (const { path, ...field } of cleared) {
    const [top = path, ...below] = path.split('.')
    const siblings = mapped.filter((one) => one.field.path.startsWith(`${top}.`))
    // An object without any values is absent.
    const isEmptied = below.length > 0 && siblings.every(({ at }) => isEmpty(cells[at] ?? ''))
    body = isEmptied ? { ...body, [top]: null } : setAt(body, path, emptyValue(field))
  }
  return { body, faults }
}

function isEmpty(cell: Cell): boolean {
  return typeof cell === 'string' && trimUnseen(cell) === ''
}

/** Maps errors by path to their columns. */
export function toRowFaults(
  message: string,
  fields: Readonly<Record<string, string>> | undefined,
  mapped: readonly MappedColumn[],
): RowFault[] {
  if (!fields || Object.keys(fields).length === 0) return [{ message }]
  return Object.entries(fields).map(([path, words]) => {
    const column = mapped.find(({ field }) => isSameField(field.path, path))
    return { ...(column ? { column: column.at } : { field: path }), message: words }
  })
}

/** Returns whether an export writes this cell for the record, so that importing an export changes nothing. */
function isUnchanged(
  field: TargetField,
  record: Data,
  cell: Cell,
  { zone, forms }: Pick<Reading, 'zone' | 'forms'>,
): boolean {
  const text = String(cell)
  const value = getAt(record, field.path)
  if (!field.exported) return text === '' && value === undefined
  const [exported] = field.exported(value, new Map(), record)
  if (exported === null || exported === undefined || exported === '') return isEmpty(text)
  if (field.kind === 'number') {
    const read = typeof cell === 'number' ? { value: cell } : readNumber(text, forms.numbers)
    return 'value' in read && exported === read.value
  }
  const written = String(exported)
  if (text === written || text === keptInCell(written)) return true
  if (field.kind === 'date') return trimUnseen(text) === localTime(written, zone)
  return isJson(field) && isSameValue(parseJson(text), value)
}

/** Returns the value that clears a field; null even if its schema then rejects it. */
function emptyValue({ kind, schema, isMany }: Omit<TargetField, 'path'>): unknown {
  if (schema && clears(schema, null)) return null
  if (kind === 'list' || isMany) return []
  return kind === 'text' && schema && z.safeParse(schema, '').success ? '' : null
}

/** Parses a cell that is not empty. Returns a value of the wrong kind unchanged, so that the schema rejects it. */
function readCell(field: TargetField, cell: Cell, reading: Reading, current: unknown): CellValue {
  if (typeof cell === 'number' && field.kind === 'number') return { value: cell }
  const text = String(cell)
  if (field.to !== undefined) return readReference(field, text, reading.ids.get(field.to), current)
  if (isJson(field)) {
    const value = parseJson(text)
    return value === undefined
      ? { fault: `${field.label} must be JSON, as in an export.` }
      : { value }
  }
  if (field.kind !== 'list') return readValue(field.kind, text, field, reading)
  const list = parseJson(text)
  const entries = (Array.isArray(list) ? list : splitAtCommas(text)).map(
    (one: unknown): CellValue =>
      typeof one === 'string'
        ? readValue(field.element ?? 'text', one, field, reading)
        : { value: one },
  )
  return (
    entries.find((one) => 'fault' in one) ?? {
      value: entries.map((one) => 'value' in one && one.value),
    }
  )
}

/** Returns the names in a cell of references. */
export function namesIn({ isMany }: TargetField, text: string): string[] {
  const all = isMany ? [trimUnseen(text), ...splitAtCommas(text)] : [trimUnseen(text)]
  return [...new Set(all)].filter((one) => one !== '' && !isId(one))
}

function readReference(
  { label, isMany }: TargetField,
  text: string,
  ids: ReadonlyMap<string, readonly string[]> | undefined,
  current: unknown,
): CellValue {
  const held = new Set([current].flat().map(String))
  const faults = new Set<string>()
  const find = (name: string): string => {
    if (isId(name)) return name.toLowerCase()
    const found = ids?.get(name) ?? []
    if (!ids) faults.add(`${label} must be ids here, not names.`)
    else if (found.length === 0) faults.add(`${label}: no record has the name '${name}'.`)
    const own = found.length === 1 ? found[0] : found.find((id) => held.has(id))
    if (found.length > 1 && own === undefined)
      faults.add(`${label}: several records have the name '${name}'. Enter the id.`)
    return own ?? ''
  }
  const whole = trimUnseen(text)
  // A name can have commas.
  const names = isMany && !ids?.get(whole)?.length ? splitAtCommas(text) : [whole]
  const found = names.map(find)
  if (faults.size > 0) return { fault: [...faults].join(' ') }
  return { value: isMany ? found : found[0] }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}

function readValue(kind: string, text: string, field: TargetField, reading: Reading): CellValue {
  const { zone, forms } = reading
  const word = trimUnseen(text)
  switch (kind) {
    case 'number': {
      const read = readNumber(word, forms.numbers)
      return 'value' in read ? read : (formFault(read.fault, word, forms, field) ?? { value: text })
    }
    case 'boolean': {
      const folded = foldWord(word)
      if (folded === foldWord(field.words.yes)) return { value: true }
      if (folded === foldWord(field.words.no)) return { value: false }
      if (YES.has(folded) || NO.has(folded)) return { value: YES.has(folded) }
      return { fault: `${field.label} must be ${hintOf(field)}.` }
    }
    case 'choice': {
      const found =
        field.choices.find(({ value }) => value === word) ??
        field.choices.find((one) =>
          [one.value, one.label].some((name) => foldWord(name) === foldWord(word)),
        )
      return { value: found?.value ?? text }
    }
    case 'date':
    case 'day': {
      const read = readDate(word, forms.dates)
      const fault = 'fault' in read && formFault(read.fault, word, forms, field)
      if (fault) return fault
      const iso = 'value' in read ? read.value : word
      if (kind === 'date') return { value: timeFrom(iso, zone)?.toISOString() ?? text }
      const isMidnight = /^\d{4}-\d\d-\d\d[ T]00:00(:00(\.0+)?)?Z?$/.test(iso)
      return { value: isMidnight ? iso.slice(0, 10) : iso }
    }
    default:
      return { value: text }
  }
}

const EXAMPLES = {
  point: '1,234.5',
  comma: '1.234,5',
  dayFirst: '31/12/2026',
  monthFirst: '12/31/2026',
}

/** Returns why a number or date cannot be parsed; undefined for another text, which the field's schema rejects. */
function formFault(
  fault: Extract<ReadText<never>, { fault: string }>['fault'],
  word: string,
  { numbers, dates }: Forms,
  { label }: TargetField,
): { fault: string } | undefined {
  const isDate = /\d[/-]\d/.test(word)
  const form = isDate ? dates : numbers
  const messages = {
    ambiguous: `'${word}' is ambiguous. Write it like an export: 1234.5, 2026-03-01`,
    otherForm: `'${word}' is not written as the other ${isDate ? 'dates' : 'numbers'} of the file, like ${form && EXAMPLES[form]}`,
    sign: 'write only the number, without a percent or currency sign',
    year: `'${word}' has a two-digit year. Write four digits`,
  }
  return fault === 'none' ? undefined : { fault: `${label}: ${messages[fault]}.` }
}

/** In the languages of Excel. No word is in both sets. */
export const YES: ReadonlySet<string> = wordSet(
  `true t yes y 1 on x ✓ ✔ ja j wahr oui vrai sí si sì verdadero sim verdadeiro vero waar tak prawda да истина evet doğru
  kyllä tosi sant sann sand igen igaz ano áno pravda はい 真 是 예 네 참`,
)
export const NO: ReadonlySet<string> = wordSet(
  `false f no n 0 off nein falsch non faux falso não nao nee onwaar nie fałsz нет ложь hayır hayir yanlış yanliş ei
  epätosi nej nei falskt usann falsk nem hamis ne nepravda いいえ 偽 否 假 아니요 아니오 거짓`,
)

function wordSet(words: string): Set<string> {
  return new Set(words.split(/\s+/).map(foldWord))
}

function foldWord(word: string): string {
  return word.trim().normalize('NFC').toLowerCase()
}

/** Replaces a formula without a result. Programs that only write workbooks leave the result to Excel. */
export const NO_RESULT = '#FORMULA!'
/** Replaces an error cell of a workbook with an unknown error. */
export const SOME_ERROR = '#ERROR!'

/** Errors of Excel, LibreOffice and Google Sheets, in English and where other languages differ. */
const ERRORS = new Set(
  `#N/A #REF! #DIV/0! #VALUE! #NAME? #NUM! #NULL! #SPILL! #CALC! #GETTING_DATA #FIELD! #BLOCKED! #CONNECT! #UNKNOWN!
  #BUSY! #EXTERNAL! #PYTHON! #TIMEOUT! #ERROR! #NV #BEZUG! #WERT! #ZAHL! #DATEN_ABRUFEN #ÜBERLAUF! #KALK! #FELD!
  #BLOCKIERT! #VERBINDEN! #VERBINDUNG! #UNBEKANNT! #NUL! #VALEUR! #NOM? #NOMBRE! #CHARGEMENT_DONNEES #PROPAGATION!
  #EPARS! #CHAMP! #BLOQUE! #CONNEXION! #INCONNU! #¡NULO! #¡DIV/0! #¡VALOR! #¡REF! #¿NOMBRE? #¡NUM! #N/D
  #OBTENIENDO_DATOS #¡DESBORDAMIENTO! #¡CALC! #¡CAMPO! #¡BLOQUEADO! #¡CONECTAR! #¡DESCONOCIDO! #NULLO! #VALORE!
  #RIF! #NOME? #ESTRAZIONE_DATI #ESPANSIONE! #CAMPO! #BLOCCATO! #CONNETTI! #SCONOSCIUTO! #NULO! #VALOR! #NÚM!
  #OBTENDO_DADOS #DESPEJAR! #PROPAGAÇÃO! #BLOQUEADO! #CONECTAR! #DESCONHECIDO! #LEEG! #DEEL/0! #WAARDE! #VERW!
  #NAAM? #GETAL! #N/B #GEGEVENS_OPHALEN #OVERLOOP! #BEREKENEN! #VELD! #GEBLOKKEERD! #ONBEKEND! #ZERO! #DZIEL/0!
  #ARG! #ADR! #NAZWA? #LICZBA! #N/D! #POBIERANIE_DANYCH #ROZLANIE! #OBL! #POLE! #ZABLOKOWANE! #POŁĄCZ! #NIEZNANE!
  #SKÄRNING! #NOLL! #DIVISION/0! #VÄRDEFEL! #VÄRDE! #REFERENS! #NAMN? #OGILTIGT! #OGILTIG! #SAKNAS! #SAKNAS #HÄMTAR_DATA
  #BERÄKNA! #FÄLT! #BLOCKERAD! #ANSLUT! #OKÄND! #VÆRDI! #REFERENCE! #NAVN? #I/T #HENTER_DATA #OVERLØB! #BEREGN!
  #FELT! #BLOKERET! #TILSLUT! #UKENDT! #TYHJÄ! #JAKO/0! #ARVO! #VIITTAUS! #NIMI? #LUKU! #PUUTTUU! #PUUTTUU #NOUDETAAN_TIETOJA
  #LEVITÄ! #LASKE! #KENTTÄ! #ESTETTY! #YHDISTÄ! #TUNTEMATON! #VERDI! #OVERFLYT! #BLOKKERT! #KOBLE_TIL! #UKJENT!
  #DĚLENÍ_NULOU! #HODNOTA! #ODKAZ! #NÁZEV? #ČÍSLO! #NENÍ_K_DISPOZICI #NEDEF #NAČÍTÁNÍ_DAT #PŘESAH! #VÝPOČET!
  #BLOKOVÁNO! #PŘIPOJIT! #NEZNÁMÉ! #NULLA! #ZÉRÓOSZTÓ! #ÉRTÉK! #HIV! #NÉV? #SZÁM! #HIÁNYZIK #ADATBETÖLTÉS #KIÖMLÉS!
  #SZÁMÍT! #MEZŐ! #BLOKKOLVA! #CSATLAKOZÁS! #ISMERETLEN! #ПУСТО! #ДЕЛ/0! #ЗНАЧ! #ССЫЛКА! #ИМЯ? #ЧИСЛО! #Н/Д
  #ОЖИДАНИЕ_ДАННЫХ #ПЕРЕНОС! #ВЫЧИСЛ! #ПОЛЕ! #ЗАБЛОКИРОВАНО! #ПОДКЛЮЧИТЬ! #НЕИЗВЕСТНО! #BOŞ! #SAYI/0! #DEĞER! #BAŞV!
  #AD? #SAYI! #YOK #VERİ_ALINIYOR #TAŞMA! #HESAPLA! #ALAN! #ENGELLENDİ! #BAĞLAN! #BİLİNMİYOR! #スピル! #計算! #フィールド!
  #ブロック! #接続! #不明! #溢出! #溢位! #분산!`
    .normalize('NFC')
    .split(/\s+/),
)

/** Returns why a cell of a spreadsheet has no value; undefined for a valid cell. */
export function errorIn(text: string): string | undefined {
  const word = trimUnseen(text).normalize('NFC')
  if (/^Err:5\d\d$/i.test(word)) return `the cell has the error ${word}`
  if (word === NO_RESULT)
    return 'the cell has a formula without a result. Save the file in a spreadsheet program first'
  if (/^#{4,}$/.test(word)) return `the cell has ${word}: its column was too narrow for the value`
  return ERRORS.has(word.toUpperCase()) ? `the cell has the error ${word}` : undefined
}
