import { content } from '../../content.ts'
import { Host, Traveler, Waymark } from '../figures.tsx'
import { icons } from '../icon-paths.ts'
import { Land, Scene } from './Scene.tsx'

const { mission } = content.how.pictures
const phases = content.how.tabs[1].steps
const places = [
  { x: 318, y: 206, state: 'later' },
  { x: 150, y: 262, state: 'next' },
  { x: 298, y: 324, state: 'done' },
  { x: 86, y: 362, state: 'done' },
] as const

/** A mission's card, and its four phases as waymarks: two passed, the third is next. */
export function Missions() {
  return (
    <Scene name="missions">
      <Land of="ridge" tone="far" at="matrix(-1 0 0 1 380 108)" />
      <Land of="hill" tone="mid" at="translate(0 176)" />
      <Land of="pine" tone="pine" at="translate(36 242) scale(.56)" />
      <Land of="pine" tone="pine" at="translate(66 252) scale(.4)" />
      <Land of="hill" tone="near" at="matrix(-1 0 0 1 400 226)" />
      <path
        className="how-trail"
        d="M-40 440C0 380 40 372 100 364s230 0 214-44S70 316 70 284s150-18 214-42q22-14 34-34"
      />
      <path className="how-trail how-trail-far" d="M318 208q20-26 66-24" />
      <Land of="pine" tone="pine" at="translate(384 318) scale(.8)" />
      <Land of="pine" tone="pine" at="translate(20 330) scale(.6)" />
      {places.map(({ x, y, state }, index) => (
        <g key={x} className={`how-${state}`}>
          <Waymark at={`translate(${x} ${y}) scale(.64)`} plain />
          {state === 'done' && <path className="how-check" d={`M${x - 6} ${y - 56}l4 4 9-9`} />}
          <rect className="how-sign" x={x - 50} y={y + 3} width="100" height="24" rx="12" />
          <text className="how-phase" x={x} y={y + 20} textAnchor="middle">
            {phases[3 - index]?.title}
          </text>
        </g>
      ))}
      <Traveler at="translate(218 272) scale(.64)" hat="helmet" arm="M-14-84c-10 4-20-4-26-20" />
      <Host at="translate(80 276) scale(.64)" />
      <g className="how-card" transform="translate(38)">
        <rect width="324" height="108" rx="18" />
        <path className="how-tile" d="m56 24 30 30-30 30-30-30Z" />
        <path
          className="icon how-glyph"
          transform="translate(42 40) scale(1.2)"
          d={icons.missions}
        />
        {mission.title.map((line, index) => (
          <text key={line} className="how-title" x="106" y={41 + index * 22}>
            {line}
          </text>
        ))}
        <text className="how-meta" x="106" y="87">
          {mission.meta}
        </text>
      </g>
    </Scene>
  )
}
