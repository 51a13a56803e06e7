import { brand } from '#brand'

interface Placed {
  /** An SVG transform that puts the figure's feet on the trail. */
  at: string
}

/** The Host, seen from behind on the way up: backpack, walking pole, 130 units tall. */
export function Host({ at }: Placed) {
  return (
    <g transform={at}>
      <ellipse className="s-shadow" cx="4" cy="0" rx="38" ry="7" />
      <path className="s-pole" d="M35-70 43 1" />
      <path className="s-leg" d="M-8-58c-2 18-6 34-7 53M8-58c5 18 3 30 8 46" />
      <path className="s-boot" d="M-22-4h13v6h-15c-1-4 0-5 2-6ZM10-15h13v6H8c0-4 1-5 2-6Z" />
      <path className="s-sleeve" d="M-17-96c-8 8-12 18-12 32M17-96c9 5 14 15 18 27" />
      <circle className="s-skin" cx="-29" cy="-61" r="5" />
      <circle className="s-skin" cx="35" cy="-68" r="5" />
      <path
        className="s-coat"
        d="M-20-92c0-8 6-13 13-13H7c7 0 13 5 13 13v34c0 4-3 6-6 6h-28c-3 0-6-2-6-6Z"
      />
      <rect className="s-skin" x="-5" y="-112" width="10" height="10" rx="3" />
      <path
        className="s-pack"
        d="M-15-96c0-5 4-8 9-8H6c5 0 9 3 9 8v34c0 4-3 7-7 7H-8c-4 0-7-3-7-7Z"
      />
      <path className="s-strap" d="M-15-84h30M-9-72H9v11H-9Z" />
      <rect className="s-roll" x="-18" y="-112" width="36" height="11" rx="5.5" />
      <circle className="s-skin" cx="0" cy="-124" r="12.5" />
      <path
        className="s-hair"
        d="M-13-122c-1-10 5-17 13-17s14 7 13 17c0 7-5 10-13 10s-13-3-13-10Z"
      />
      <circle className="s-hair" cx="0" cy="-140" r="6" />
    </g>
  )
}

const hats = {
  /** The engineer's helmet. */
  helmet: 'M-14-117c0-10 6-16 14-16s14 6 14 16l4 1v3h-36v-3ZM-3-136h6v6h-6Z',
  /** The teacher's square cap. */
  cap: 'M0-139 24-129 0-119-24-129ZM-11-123v7c7 4 15 4 22 0v-7L0-118ZM19-127h2v13h-2Z',
  /** The nurse's folded cap with its cross cut out. */
  nurse: 'M-14-118-12-133h24l2 15c-9-4-19-4-28 0ZM-1.5-131v3h-3v3h3v3h3v-3h3v-3h-3v-3Z',
  /** The hat of someone in business. */
  bowler: 'M-21-119h42v4h-42ZM-13-122v-5c0-8 5-12 13-12s13 4 13 12v5Z',
  /** The programmer's headphones. */
  headphones:
    'M-15-112c-2-15 4-24 15-24s17 9 15 24h-4c1-13-2-20-11-20s-12 7-11 20ZM-17-119h6v13h-6ZM11-119h6v13h-6Z',
}

interface TravelerProps extends Placed {
  hat: keyof typeof hats
  /** The path of the arm that is not at rest. */
  arm: string
  /** Leaves out the light around it. */
  unlit?: boolean
}

/** A Traveler: a figure of light, with the mark on the coat and the hat of its field. */
export function Traveler({ at, hat, arm, unlit }: TravelerProps) {
  return (
    <g transform={at || undefined}>
      {!unlit && <circle cx="0" cy="-64" r="96" fill="url(#halo)" />}
      <path className="s-limb" d="M-8-40v37M8-40v37M-15-86c-6 8-9 17-9 30" />
      <path className="s-limb" d={arm} />
      <path className="s-robe" d="M-16-84c0-8 6-13 13-13H3c7 0 13 5 13 13l8 58c-14 7-34 7-48 0Z" />
      <path className="s-fold" d="M3-97c7 0 13 5 13 13l8 58c-5 3-11 4-17 5Z" />
      <path className="s-scarf" d="M-12-99c7-4 17-4 24 0v7c-7 4-17 4-24 0Z" />
      <circle className="s-face" cx="0" cy="-113" r="12" />
      <path className="s-hat" d={hats[hat]} />
      <path className="s-hat" transform="translate(-9 -78) scale(.75)" d={brand.mark} />
    </g>
  )
}

/** A waymark on its post, 118 units tall. Near ones show the W. */
export function Waymark({ at, plain = false }: Placed & { plain?: boolean }) {
  return (
    <g transform={at}>
      <ellipse className="s-shadow" cx="0" cy="0" rx="16" ry="4" />
      <path className="s-post" d="M-5-84H5V1H-5Z" />
      <rect
        className="s-plate"
        x="-23"
        y="-111"
        width="46"
        height="46"
        rx="6"
        transform="rotate(45 0 -88)"
      />
      {plain ? (
        <rect
          className="s-blaze"
          x="-18"
          y="-106"
          width="36"
          height="36"
          rx="3.5"
          transform="rotate(45 0 -88)"
        />
      ) : (
        <path className="s-blaze" transform="translate(-27 -115) scale(2.25)" d={brand.mark} />
      )}
    </g>
  )
}
