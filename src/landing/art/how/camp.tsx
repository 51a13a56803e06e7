interface Placed {
  /** An SVG transform that puts it on the ground. */
  at: string
}

/** The Host from behind, on a log, the pack put down beside it. */
export function SeatedHost({ at }: Placed) {
  return (
    <g transform={at}>
      <ellipse className="s-shadow" cx="-12" cy="-2" rx="70" ry="9" />
      <path className="s-sleeve" d="M-17-66c-9 8-13 18-12 32M17-66c10 7 18 4 28-6" />
      <circle className="s-skin" cx="47" cy="-74" r="5" />
      <path className="s-coat" d="M-20-62c0-8 6-13 13-13H7c7 0 13 5 13 13l2 40h-44Z" />
      <path className="s-pleat" d="M-10-72c6 6 14 6 20 0" />
      <rect className="s-skin" x="-5" y="-82" width="10" height="10" rx="3" />
      <circle className="s-skin" cx="0" cy="-94" r="12.5" />
      <path
        className="s-hair"
        d="M-13-92c-1-10 5-17 13-17s14 7 13 17c0 7-5 10-13 10s-13-3-13-10Z"
      />
      <circle className="s-hair" cx="0" cy="-110" r="6" />
      <Log reach={44} />
      <g transform="translate(-112 -2)">
        <path
          className="s-pack"
          d="M46-32c0-5 4-8 9-8h12c5 0 9 3 9 8v26c0 4-3 7-7 7H53c-4 0-7-3-7-7Z"
        />
        <path className="s-strap" d="M46-22h30M52-12h18v9H52Z" />
        <rect className="s-roll" x="43" y="-48" width="36" height="11" rx="5.5" />
      </g>
    </g>
  )
}

/** A Traveler facing the fire. */
export function SeatedTraveler({ at }: Placed) {
  return (
    <g transform={at}>
      <circle cx="0" cy="-50" r="92" fill="url(#halo)" />
      <Log reach={38} />
      <path className="s-limb" d="M-11-20v16M11-20v16M-15-64c-8 8-16 10-24 4M15-64c7 8 8 16 4 30" />
      <path
        className="s-robe"
        d="M-16-62c0-8 6-13 13-13H3c7 0 13 5 13 13l4 34c4 4 6 10 6 16-16 7-36 7-52 0 0-6 2-12 6-16Z"
      />
      <path className="s-fold" d="M3-75c7 0 13 5 13 13l4 34c4 4 6 10 6 16-6 3-12 4-18 5Z" />
      <path className="s-scarf" d="M-12-77c7-4 17-4 24 0v7c-7 4-17 4-24 0Z" />
      <circle className="s-face" cx="0" cy="-91" r="12" />
      <path
        className="s-hat"
        transform="translate(0 22)"
        d="M0-139 24-129 0-119-24-129ZM-11-123v7c7 4 15 4 22 0v-7L0-118ZM19-127h2v13h-2Z"
      />
    </g>
  )
}

function Log({ reach }: { reach: number }) {
  return (
    <>
      <rect className="s-post" x={-reach} y="-26" width={2 * reach} height="22" rx="11" />
      <circle className="how-wood" cx={reach - 11} cy="-15" r="8" />
    </>
  )
}

/** A campfire and its light. */
export function Fire({ at }: Placed) {
  return (
    <g transform={at}>
      <circle cx="0" cy="-22" r="80" fill="url(#halo)" />
      <path className="how-log" d="m-22 2 44-10M-22-8 22 2" />
      <path
        className="s-blaze"
        d="M2-58c5 16 22 22 22 38a23 18 0 0 1-46 0c0-10 7-14 10-22 3 6 5 7 8 8-1-9 1-17 6-24Z"
      />
      <path
        className="how-warm"
        d="M3-36c3 9 10 12 10 19a12 11 0 0 1-24 0c0-6 4-8 6-12l4 4c0-4 1-8 4-11Z"
      />
    </g>
  )
}

/** A small ridge tent, its door open. */
export function Tent({ at }: Placed) {
  return (
    <g transform={at}>
      <path className="s-pack" d="M0-74 70 8h-140Z" />
      <path className="how-shade" d="M0-74 70 8H24Z" />
      <path className="s-post" d="M0-50 18 8h-36Z" />
    </g>
  )
}
