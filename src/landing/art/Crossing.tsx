import { Host, Traveler, Waymark } from './figures.tsx'

/** A Host and a Traveler crossing a ridge, drawn above the section that follows. */
export function Crossing() {
  return (
    <svg className="crossing" viewBox="0 0 440 190" aria-hidden="true">
      <path className="s-far" d="M0 190 92 96 128 122 214 24 282 104 318 78 440 190Z" />
      <path
        className="s-shade"
        d="m92 96 36 26-12 30-26-24-14 12ZM214 24l68 80-22 40-30-44-18 30-16-70Z"
      />
      <path className="s-near" d="M36 190c60-44 290-58 372 0Z" />
      <use href="#pine" className="s-pine" transform="translate(84 178) scale(.6)" />
      <use href="#pine" className="s-pine" transform="translate(112 172) scale(.42)" />
      <use href="#pine" className="s-pine" transform="translate(366 182) scale(.5)" />
      <Host at="translate(182 176) scale(.74)" />
      <Traveler at="translate(252 172) scale(.74)" hat="cap" arm="M14-84c12 2 24-6 38-22" />
      <Waymark at="translate(322 172) scale(.6)" />
    </svg>
  )
}
