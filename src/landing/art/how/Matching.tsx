import { content } from '../../content.ts'
import { Traveler } from '../figures.tsx'
import { Land, LandShapes, Scene } from './Scene.tsx'

const { chat, cards } = content.how.pictures
const travelers = [
  { hat: 'cap', x: 18, y: 242 },
  { hat: 'helmet', x: 144, y: 230 },
  { hat: 'nurse', x: 270, y: 242 },
] as const

/** A short talk that suggests three Travelers; one of them is chosen. */
export function Matching() {
  return (
    <Scene name="matching">
      <LandShapes />
      <Land of="ridge" tone="far" at="translate(0 150)" />
      <Land of="hill" tone="mid" at="translate(0 262)" />
      <Land of="hill" tone="near" at="matrix(-1 0 0 1 400 318)" />
      {chat.map(({ asks, text }, index) => {
        const width = Math.round(36 + text.length * 8.6)
        return (
          <g
            key={text}
            className={asks ? 'how-asks' : 'how-tells'}
            transform={`translate(${asks ? 18 : 382 - width} ${index * 54})`}
          >
            <path d={bubble(width, asks)} />
            <text x={width / 2} y="28" textAnchor="middle">
              {text}
            </text>
          </g>
        )
      })}
      {travelers.map(({ hat, x, y }, index) => (
        <g key={hat} className="how-card" transform={`translate(${x} ${y})`}>
          <rect width="112" height="142" rx="16" />
          <rect className="how-portrait" x="9" y="9" width="94" height="92" rx="9" />
          <svg x="9" y="9" width="94" height="92" viewBox="-35 -147 70 68.5" aria-hidden="true">
            <Traveler at="" hat={hat} arm="M14-84c10 6 12 14 12 28" unlit />
          </svg>
          <text x="56" y="126" textAnchor="middle">
            {cards[index]}
          </text>
        </g>
      ))}
      <rect className="how-chosen" x="144" y="230" width="112" height="142" rx="16" />
      <path className="how-mark" d="m250 214 18 18-18 18-18-18Zm-7 18 5 5 9-10" />
    </Scene>
  )
}

/** The outline of a speech bubble; the question has its tail left, the answer right. */
function bubble(width: number, asks: boolean): string {
  const tail = asks ? 'v14q0 16-16 16H12L0 52Z' : 'v36l-12-8H16Q0 44 0 30Z'
  return `M0 16Q0 0 16 0H${width - 16}q16 0 16 16${tail}`
}
