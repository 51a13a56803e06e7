import { Fire, SeatedHost, SeatedTraveler, Tent } from './camp.tsx'
import { Land, Scene } from './Scene.tsx'

/** A Host and a Traveler by the fire, exchanging a question and an idea. */
export function Sessions() {
  return (
    <Scene name="sessions" box="0 36 400 364">
      <path
        className="s-stars"
        d="M30-20h0M140 20h0M210-30h0M276 24h0M352-12h0M392 70h0M186 90h0M20 70h0"
      />
      <path
        className="s-cloud"
        d="M24 64c2-18 24-24 36-12 12-22 46-18 50 6 20-4 28 18 12 24H30c-14 0-16-16-6-18ZM290 30c2-12 18-16 26-8 9-15 33-12 36 5 14-3 20 12 9 17h-66c-10 0-12-12-5-14Z"
      />
      <circle className="s-sun" cx="204" cy="150" r="40" />
      <Land of="ridge" tone="far" at="translate(40 140)" />
      <Land of="hill" tone="mid" at="matrix(-1 0 0 1 400 212)" />
      <Land of="pine" tone="pine" at="translate(382 272) scale(1.1)" />
      <Land of="pine" tone="pine" at="translate(338 262) scale(.7)" />
      <Land of="pine" tone="pine" at="translate(16 276) scale(.9)" />
      <Land of="pine" tone="pine" at="translate(56 268) scale(.6)" />
      <Land of="hill" tone="near" at="translate(0 258)" />
      <Tent at="translate(190 282) scale(.8)" />
      <ellipse className="s-light" cx="204" cy="346" rx="196" ry="50" />
      <SeatedTraveler at="translate(312 334) scale(1.2)" />
      <Fire at="translate(218 352) scale(1.2)" />
      <SeatedHost at="translate(116 378) scale(1.3)" />
      <g className="how-asks" transform="translate(74 122) scale(1.2)">
        <path d="M0 16Q0 0 16 0h38q16 0 16 16v20q0 16-16 16H40L30 64V52H16Q0 52 0 36Z" />
        <path className="how-line" d="M27 20c0-11 16-11 16 0 0 8-8 7-8 13m0 8v.1" />
      </g>
      <g className="how-tells" transform="translate(272 102) scale(1.2)">
        <path d="M0 16Q0 0 16 0h38q16 0 16 16v20q0 16-16 16H40L30 64V52H16Q0 52 0 36Z" />
        <path className="how-warm" d="m35 8 4 14 14 4-14 4-4 14-4-14-14-4 14-4Z" />
      </g>
    </Scene>
  )
}
