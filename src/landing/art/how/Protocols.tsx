import { brand } from '#brand'
import { content } from '../../content.ts'
import { Scene } from './Scene.tsx'

const { map } = content.how.pictures
const milestones = [
  { x: 144, y: 286, state: 'done' },
  { x: 268, y: 240, state: 'next' },
  { x: 140, y: 168, state: 'later' },
] as const
const words = [
  { text: map.start, x: 86, y: 329 },
  { text: map.phases[0], x: 42, y: 282 },
  { text: map.phases[1], x: 200, y: 292 },
  { text: map.phases[2], x: 222, y: 190 },
  { text: map.goal, x: 312, y: 100 },
]

/** A folded map: three phases of a trail, a milestone at the end of each, the goal on the summit. */
export function Protocols() {
  return (
    <Scene name="protocols" box="0 18 400 352">
      <g className="how-rings">
        {[2.3, 1.9, 1.5, 1.1].map((scale) => (
          <use key={scale} href="#contour" transform={`translate(190 190) scale(${scale})`} />
        ))}
      </g>
      <g transform="rotate(-4 200 200)">
        <path
          className="s-shadow"
          d="m18 52 92-18 92 18 92-18 92 18v320l-92-18-92 18-92-18-92 18Z"
        />
        <path className="how-map" d="m8 40 96-18 96 18 96-18 96 18v320l-96-18-96 18-96-18-96 18Z" />
        <path
          className="how-wood-land"
          d="M8 262c40-28 60 6 96-8s50-40 96-22 60 40 96 26 60-16 96 0v102l-96-18-96 18-96-18-96 18Z"
        />
        <g className="how-rings how-rings-map">
          {[0.5, 0.38, 0.26, 0.14].map((scale) => (
            <use
              key={scale}
              href="#contour"
              transform={`translate(${256 - scale * 60} ${104 + scale * 40}) scale(${scale})`}
            />
          ))}
        </g>
        <path className="how-fold" d="m104 22 96 18v320l-96-18ZM296 22l96 18v320l-96-18Z" />
        <path className="how-way" d="M268 240c44-34-72-26-128-72m0 0c-40-40 40-70 130-78" />
        <path className="how-way how-way-done" d="M70 324c4-36 36-26 74-38m0 0c54-26 76-6 124-46" />
        <circle className="how-goal" cx="70" cy="324" r="8" />
        {milestones.map(({ x, y, state }) => (
          <g key={x} className={`how-${state}`} transform={`translate(${x} ${y})`}>
            <rect
              className="s-plate"
              x="-15"
              y="-15"
              width="30"
              height="30"
              rx="6"
              transform="rotate(45)"
            />
            <rect
              className="s-blaze"
              x="-11"
              y="-11"
              width="22"
              height="22"
              rx="3"
              transform="rotate(45)"
            />
            {state === 'done' && <path className="how-check" d="m-6 0 4 4 9-9" />}
          </g>
        ))}
        <path className="how-goal" transform="translate(248 66) scale(2.2)" d={brand.mark} />
        {words.map(({ text, x, y }) => (
          <text key={text} x={x} y={y}>
            {text}
          </text>
        ))}
      </g>
    </Scene>
  )
}
