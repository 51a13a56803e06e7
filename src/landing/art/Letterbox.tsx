/** The letterbox at the trail's side, with a letter on its way in. Decoration only. */
export function Letterbox() {
  return (
    <svg
      className="letterbox"
      viewBox="0 0 400 320"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <circle className="s-sunglow" cx="316" cy="92" r="52" />
      <circle className="s-sun" cx="316" cy="92" r="34" />
      <path className="s-far" d="m-60 300 90-120 44 50 92-116 70 90 44-50 180 146Z" />
      <path className="s-snow" d="m141 146 25-32 26 33-14 8-12-12-10 12Z" />
      <path className="s-near" d="M-60 262c90-50 190-50 266-36s150 4 254-26v120H-60Z" />
      <path className="s-light" d="M-60 290c110-36 230-40 320-24s130 4 200-12v66H-60Z" />
      <path
        className="s-pine"
        d="m58 178 20 34h-9l15 26h-9l15 26H26l15-26h-9l15-26h-9ZM344 172l18 30h-8l14 24h-8l14 24h-60l14-24h-8l14-24h-8Z"
      />
      <ellipse className="s-shadow" cx="208" cy="290" rx="64" ry="9" />
      <path className="s-post" d="M198 194h18v96h-18Z" />
      <g transform="rotate(-8 190 130)">
        <path className="s-plate" d="M152 66h84v70h-84Z" />
        <path className="letter-fold" d="m152 68 42 34 42-34" />
      </g>
      <path className="s-hat" d="M138 146c0-18 13-28 30-28h80c17 0 30 10 30 28v60H138Z" />
      <path className="s-front" d="M138 146c0-18 13-28 30-28s30 10 30 28v60h-60Z" />
      <path className="s-plate" d="M152 152h32v6h-32Z" />
      <path className="s-blaze" d="m238 142 21 21-21 21-21-21Z" />
    </svg>
  )
}
