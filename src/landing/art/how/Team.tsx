import { content } from '../../content.ts'
import { Host, Traveler } from '../figures.tsx'
import { icons } from '../icon-paths.ts'
import { Land, Scene } from './Scene.tsx'

const roles = content.how.tabs[4].steps
const arms = {
  down: 'M14-84c10 6 12 14 12 28',
  right: 'M14-84c12 2 22-2 32-12',
  left: 'M-14-84c-12 2-22-2-32-12',
}
const places = [
  { x: 44, y: 266, hat: 'helmet', arm: arms.right },
  { x: 120, y: 232, hat: 'cap', arm: arms.down },
  { x: 200, y: 220, hat: 'bowler', arm: arms.down },
  { x: 280, y: 232, hat: 'nurse', arm: arms.down },
  { x: 356, y: 266, hat: 'headphones', arm: arms.left },
] as const

/** Five Travelers round their Host, each under the sign of its role. */
export function Team() {
  return (
    <Scene name="team">
      <circle className="s-sunglow" cx="312" cy="50" r="58" />
      <circle className="s-sun" cx="312" cy="50" r="32" />
      <Land of="ridge" tone="far" at="matrix(-1 0 0 1 440 96)" />
      <Land of="hill" tone="mid" at="translate(0 160)" />
      <Land of="hill" tone="near" at="matrix(-1 0 0 1 400 204)" />
      <ellipse className="s-light" cx="200" cy="306" rx="198" ry="82" />
      {places.map(({ x, y, hat, arm }, index) => (
        <g key={x}>
          <Traveler at={`translate(${x} ${y}) scale(.76)`} hat={hat} arm={arm} />
          <path className="how-role" d={`m${x} ${y - 164} 24 24-24 24-24-24Z`} />
          <path
            className="icon how-glyph"
            transform={`translate(${x - 12} ${y - 152})`}
            d={icons[roles[index]?.icon ?? 'guide']}
          />
        </g>
      ))}
      <Host at="translate(200 380) scale(1.05)" />
    </Scene>
  )
}
