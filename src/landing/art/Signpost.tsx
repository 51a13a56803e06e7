/** A post at a fork of the trail, with a question on its blaze. Decoration only. */
export function Signpost() {
  return (
    <svg className="signpost" viewBox="0 0 260 264" width="260" height="264" aria-hidden="true">
      <path className="s-far" d="M0 264c40-44 190-60 260 0Z" />
      <path className="s-mid" d="M24 264c60-30 150-30 212 0Z" />
      <path
        className="s-pine"
        d="m54 186 14 22h-6l10 18h-6l10 18H32l10-18h-6l10-18h-6ZM218 200l11 18h-5l8 14h-5l8 14h-34l8-14h-5l8-14h-5Z"
      />
      <ellipse className="s-shadow" cx="132" cy="253" rx="40" ry="5" />
      <path className="s-post" d="M125 76h14v177h-14Z" />
      <path className="s-near" d="M98 110h112l20 18-20 18H98Z" />
      <path className="s-hat" d="M160 156H62l-20 17 20 17h98Z" />
      <rect className="s-plate" x="97" y="13" width="70" height="70" rx="9" />
      <rect className="s-blaze" x="102" y="18" width="60" height="60" rx="5" />
      <text x="132" y="59">
        ?
      </text>
    </svg>
  )
}
