import { fold } from '#model/search.ts'

/** A name as it is written, and its Latin letters for an email address. */
type Name = readonly [written: string, latin: string]

/** Given and family names of one language area; family first where that is the custom is not attempted. */
export interface NamePool {
  given: readonly Name[]
  family: readonly Name[]
  /** How often it is drawn, against the others. */
  weight: number
}

const listed = (text: string): string[] => text.split(',').map((name) => name.trim())

const latin = (names: string): readonly Name[] =>
  listed(names).map((name) => [name, fold(name).replace(/[^a-z]+/g, '-')])

/** Each as `written|latin`. */
const pairs = (names: string): readonly Name[] =>
  listed(names).map((word): Name => {
    const [written = '', spelled = ''] = word.split('|')
    return [written, spelled]
  })

export const namePools: readonly NamePool[] = [
  {
    weight: 6,
    given: latin(`
      Hannah, Oliver, Grace, Theo, Imogen, Marcus, Priscilla, Jonah, Beatrice,
      Callum, Ruth, Desmond, Ivy, Nathaniel`),
    family: latin(`
      Whitfield, Marsh, Osborne, Trevelyan, Hale, Pemberton, Lockwood, Ashworth,
      Calloway, Drummond, Fairbanks, O'Sullivan, Featherstonehaugh-Cholmondeley`),
  },
  {
    weight: 4,
    given: latin(`
      Lucía, Mateo, Valentina, Joaquín, Inés, Andrés, Ximena, Íñigo, Camila, Tomás,
      María de los Ángeles`),
    family: latin(`
      Fernández, Ibáñez, Quispe Mamani, Navarro, Peñalosa, Restrepo, Zúñiga,
      Villanueva, Echeverría, De la Fuente y Montalbán`),
  },
  {
    weight: 4,
    given: latin(`
      Clara, Jürgen, Annelie, Björn, Frieda, Matthäus, Liesel, Søren, Astrid, Łukasz,
      Zofia, Đorđe, Eliška`),
    family: latin(`
      Großmann, Weidenbacher, Lindqvist, Østergaard, Kowalczyk, Wójcik, Dvořák,
      Petrović, Müller-Lüdenscheidt, Wolfeschlegelsteinhausenbergerdorff`),
  },
  {
    weight: 3,
    given: latin(`
      Adébáyọ̀, Folákẹ́, Olúwaṣeun, Títílayọ̀, Ṣadé, Chidinma, Emeka, Ngozi, Wanjiru,
      Kwabena, Thandiwe`),
    family: latin(`
      Ọlátúnjí, Adéyẹmí, Ògúnbánjọ, Okafor, Nwachukwu, Mwangi, Boateng, Dlamini,
      Nsengiyumva wa Rugwizangoga`),
  },
  {
    weight: 3,
    given: latin(`
      Nguyệt, Đức, Thảo, Quốc Bảo, Hương Giang, Minh Tuấn, Khánh Linh, Phước`),
    family: latin(`
      Nguyễn, Trần, Phạm, Huỳnh, Đặng, Võ, Lê`),
  },
  {
    weight: 3,
    given: pairs(`
      يوسف|yusuf, ليلى|layla, عمر|omar, مريم|maryam, خالد|khalid, نور|nour,
      عبد الرحمن|abdulrahman, فاطمة الزهراء|fatima`),
    family: pairs(`
      الحسيني|alhusseini, بن سالم|bensalem, المنصوري|almansouri, الخطيب|alkhatib,
      حداد|haddad, السعدي|alsaadi`),
  },
  {
    weight: 3,
    given: pairs(`
      伟|wei, 秀英|xiuying, 梓涵|zihan, 俊杰|junjie, 雨桐|yutong, 思远|siyuan, 晓明|xiaoming`),
    family: pairs(`
      王|wang, 李|li, 张|zhang, 欧阳|ouyang, 陈|chen, 司马|sima, 刘|liu`),
  },
  {
    weight: 2,
    given: pairs(`
      さくら|sakura, 健太|kenta, 美咲|misaki, 翔|sho, 陽菜|hina, 大輔|daisuke`),
    family: pairs(`
      佐藤|sato, 高橋|takahashi, 渡辺|watanabe, 小林|kobayashi, 勅使河原|teshigawara`),
  },
  {
    weight: 3,
    given: pairs(`
      आरव|aarav, अनन्या|ananya, प्रिया|priya, रोहन|rohan, सौम्या|saumya,
      विक्रम|vikram, लक्ष्मी|lakshmi`),
    family: pairs(`
      शर्मा|sharma, वर्मा|verma, अय्यर|iyer, चट्टोपाध्याय|chattopadhyay, सिंह|singh,
      जोशी|joshi`),
  },
  {
    weight: 3,
    given: pairs(`
      Анна|anna, Дмитрий|dmitriy, Олеся|olesya, Ярослав|yaroslav,
      Екатерина|ekaterina, Тарас|taras, Светлана|svetlana`),
    family: pairs(`
      Иванова|ivanova, Шевченко|shevchenko, Кузнецов|kuznetsov,
      Рождественская|rozhdestvenskaya, Ковальчук|kovalchuk, Смирнов|smirnov`),
  },
  {
    weight: 2,
    given: pairs(`
      서연|seoyeon, 민준|minjun, 지우|jiwoo, 하은|haeun, 도윤|doyun`),
    family: pairs(`
      김|kim, 이|lee, 박|park, 최|choi, 남궁|namgung`),
  },
  {
    weight: 1,
    given: pairs(`
      Ελένη|eleni, Γιώργος|giorgos, Κωνσταντίνος|konstantinos, נועה|noa, איתן|eitan,
      สมชาย|somchai, กัญญารัตน์|kanyarat`),
    family: pairs(`
      Παπαδόπουλος|papadopoulos, Νικολαΐδη|nikolaidi, כהן|cohen, בן־דוד|bendavid,
      ศรีสวัสดิ์|srisawat`),
  },
]
