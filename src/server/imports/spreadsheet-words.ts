import { trimUnseen } from '#model/clean-text.ts'

/** What Excel shows in place of a value that it has not, in English and where other languages differ. */
const ERRORS = new Set(
  `#N/A #REF! #DIV/0! #VALUE! #NAME? #NUM! #NULL! #SPILL! #CALC! #GETTING_DATA #FIELD! #BLOCKED! #CONNECT! #UNKNOWN!
  #BUSY! #EXTERNAL! #PYTHON! #TIMEOUT! #ERROR!
  #NV #BEZUG! #WERT! #ZAHL! #DATEN_ABRUFEN #ÜBERLAUF! #KALK! #FELD! #BLOCKIERT! #VERBINDEN! #VERBINDUNG! #UNBEKANNT!
  #NUL! #VALEUR! #NOM? #NOMBRE! #CHARGEMENT_DONNEES #PROPAGATION! #EPARS! #CHAMP! #BLOQUE! #CONNEXION! #INCONNU!
  #¡NULO! #¡DIV/0! #¡VALOR! #¡REF! #¿NOMBRE? #¡NUM! #N/D #OBTENIENDO_DATOS #¡DESBORDAMIENTO! #¡CALC! #¡CAMPO!
  #¡BLOQUEADO! #¡CONECTAR! #¡DESCONOCIDO!
  #NULLO! #VALORE! #RIF! #NOME? #ESTRAZIONE_DATI #ESPANSIONE! #CAMPO! #BLOCCATO! #CONNETTI! #SCONOSCIUTO!
  #NULO! #VALOR! #NÚM! #OBTENDO_DADOS #DESPEJAR! #PROPAGAÇÃO! #BLOQUEADO! #CONECTAR! #DESCONHECIDO!
  #LEEG! #DEEL/0! #WAARDE! #VERW! #NAAM? #GETAL! #N/B #GEGEVENS_OPHALEN #OVERLOOP! #BEREKENEN! #VELD! #GEBLOKKEERD!
  #ONBEKEND!
  #ZERO! #DZIEL/0! #ARG! #ADR! #NAZWA? #LICZBA! #N/D! #POBIERANIE_DANYCH #ROZLANIE! #OBL! #POLE! #ZABLOKOWANE!
  #POŁĄCZ! #NIEZNANE!
  #SKÄRNING! #NOLL! #DIVISION/0! #VÄRDEFEL! #VÄRDE! #REFERENS! #NAMN? #OGILTIGT! #OGILTIG! #SAKNAS! #HÄMTAR_DATA
  #BERÄKNA! #FÄLT! #BLOCKERAD! #ANSLUT! #OKÄND!
  #VÆRDI! #REFERENCE! #NAVN? #I/T #HENTER_DATA #OVERLØB! #BEREGN! #FELT! #BLOKERET! #TILSLUT! #UKENDT!
  #TYHJÄ! #JAKO/0! #ARVO! #VIITTAUS! #NIMI? #LUKU! #PUUTTUU! #NOUDETAAN_TIETOJA #LEVITÄ! #LASKE! #KENTTÄ! #ESTETTY!
  #YHDISTÄ! #TUNTEMATON!
  #VERDI! #OVERFLYT! #BLOKKERT! #KOBLE_TIL! #UKJENT!
  #DĚLENÍ_NULOU! #HODNOTA! #ODKAZ! #NÁZEV? #ČÍSLO! #NENÍ_K_DISPOZICI #NEDEF #NAČÍTÁNÍ_DAT #PŘESAH! #VÝPOČET!
  #BLOKOVÁNO! #PŘIPOJIT! #NEZNÁMÉ!
  #NULLA! #ZÉRÓOSZTÓ! #ÉRTÉK! #HIV! #NÉV? #SZÁM! #HIÁNYZIK #ADATBETÖLTÉS #KIÖMLÉS! #SZÁMÍT! #MEZŐ! #BLOKKOLVA!
  #CSATLAKOZÁS! #ISMERETLEN!
  #ПУСТО! #ДЕЛ/0! #ЗНАЧ! #ССЫЛКА! #ИМЯ? #ЧИСЛО! #Н/Д #ОЖИДАНИЕ_ДАННЫХ #ПЕРЕНОС! #ВЫЧИСЛ! #ПОЛЕ! #ЗАБЛОКИРОВАНО!
  #ПОДКЛЮЧИТЬ! #НЕИЗВЕСТНО!
  #BOŞ! #SAYI/0! #DEĞER! #BAŞV! #AD? #SAYI! #YOK #VERİ_ALINIYOR #TAŞMA! #HESAPLA! #ALAN! #ENGELLENDİ! #BAĞLAN!
  #BİLİNMİYOR!
  #スピル! #計算! #フィールド! #ブロック! #接続! #不明! #溢出! #溢位! #분산!`
    .split(/\s+/)
    .map((word) => word.normalize('NFC')),
)
/** What a spreadsheet shows, and saves as text, where a column is too narrow for its numbers. */
const TOO_NARROW = /^#{4,}$/
/** Errors that LibreOffice has a number for, in every language. */
const NUMBERED = /^Err:5\d\d$/i

/** A formula whose file does not hold what it gives: programs that only write workbooks leave it to Excel. */
export const NO_RESULT = '#FORMULA!'
/** An error cell of a workbook, whatever it shows. */
export const SOME_ERROR = '#ERROR!'

/** Why a cell of a spreadsheet holds no value at all; undefined of one that may hold one. */
export function errorIn(text: string): string | undefined {
  const said = trimUnseen(text)
  if (NUMBERED.test(said)) return `the cell holds the error ${said}`
  if (!said.startsWith('#')) return undefined
  if (said === NO_RESULT)
    return 'the cell holds a formula without its result. Save the file in a spreadsheet program first'
  if (TOO_NARROW.test(said))
    return `the cell holds ${said}: its column was too narrow for its value`
  return ERRORS.has(said.normalize('NFC').toUpperCase())
    ? `the cell holds the error ${said}`
    : undefined
}

/** In the languages of Excel; no word is in both. */
export const YES: ReadonlySet<string> = words(
  `true t yes y 1 on x ✓ ✔ ja j wahr oui vrai sí si sì verdadero sim verdadeiro vero waar tak prawda да истина evet doğru
  kyllä tosi sant sann sand igen igaz ano áno pravda はい 真 是 예 네 참`,
)
export const NO: ReadonlySet<string> = words(
  `false f no n 0 off nein falsch non faux falso não nao nee onwaar nie fałsz нет ложь hayır hayir yanlış yanliş ei
  epätosi nej nei falskt usann falsk nem hamis ne nepravda いいえ 偽 否 假 아니요 아니오 거짓`,
)

function words(all: string): Set<string> {
  return new Set(all.split(/\s+/).map(plainWord))
}

/** A word as it is compared: without case, composed. */
export function plainWord(word: string): string {
  return word.trim().normalize('NFC').toLowerCase()
}
