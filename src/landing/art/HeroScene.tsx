import { Host, Traveler, Waymark } from './figures.tsx'
import { trail } from './trail.ts'

const pines = {
  left: ['58 618 1.1', '128 626 .8', '196 606 .62', '318 598 .5', '356 604 .68', '520 610 .56'],
  slope: ['640 556 .4', '676 548 .52', '716 534 .36', '1236 380 .3', '1262 390 .4', '1296 398 .34'],
  right: ['1318 560 .9', '1372 586 1.3', '1428 570 1.05', '1276 516 .5', '1400 480 .55'],
}

/**
 * The hero's picture: morning in the light theme, night in the dark one (scene-colours.css). The figures are in the
 * right half, which narrow windows show.
 */
export function HeroScene({ label }: { label: string }) {
  return (
    <svg
      className="scene"
      viewBox="0 0 1440 640"
      preserveAspectRatio="xMaxYMax slice"
      role="img"
      aria-label={label}
    >
      <defs>
        <radialGradient id="halo">
          <stop className="s-glow-in" offset="0" />
          <stop className="s-glow-out" offset="1" />
        </radialGradient>
        <path id="pine" d="M0-96 17-62H9l15 29H12L29-4H4V6h-8V-4h-25l17-29h-12l15-29h-8Z" />
      </defs>
      <circle className="s-sunglow" cx="1262" cy="150" r="98" />
      <circle className="s-sun" cx="1262" cy="150" r="52" />
      <path className="s-stars" d={stars} />
      <path
        className="s-cloud"
        d="M1010 178c2-18 24-24 36-12 12-22 46-18 50 6 20-4 28 18 12 24h-92c-14 0-16-16-6-18ZM1326 236c2-12 18-16 26-8 9-15 33-12 36 5 14-3 20 12 9 17h-66c-10 0-12-12-5-14Z"
      />
      <path
        className="s-far"
        d="M0 540c90-22 150-36 224-30 80 6 120 26 200 18 70-7 130-50 206-66l40-48 68-76 44 30 88-122 62 70 30-14 94-122 96 108 34-18 62-72 74 76 118-44V640H0Z"
      />
      <path
        className="s-shade"
        d="m870 246 62 70-22 60-30-40-14 34-22-50ZM1056 180l96 108 34-18-40 96-46-66-22 44-34-78 26-30ZM1248 198l74 76-24 74-38-54-20 26-14-50Z"
      />
      <path
        className="s-snow"
        d="m870 246 27 31-13 12-14-10-12 14-12-17ZM1056 180l40 45-16 16-18-14-14 22-24-25ZM1248 198l31 32-15 14-14-11-11 13-17-18Z"
      />
      <path
        className="s-mid"
        d="M0 570c120-34 238-24 356-12 140 14 230-20 330-86 74-42 140-70 222-96 62-20 128-46 226-46 102 0 210 62 306 84v226H0Z"
      />
      <path
        className="s-near"
        d="M330 640c120-44 236-70 360-122 120-50 190-86 290-116 66-20 100-52 156-52 92 0 196 72 304 106v184Z"
      />
      <path
        className="s-light"
        d="M1136 350c92 0 196 72 304 106v52c-120-30-190-30-262-70-34-20-56-44-42-88Z"
      />
      <Pines of={pines.slope} />
      <path className="s-trail" d={trail} />
      <Traveler at="translate(1172 440) scale(.4)" hat="nurse" arm="M-14-84c-8-4-15-12-22-24" />
      <Waymark at="translate(1158 372) scale(.26)" plain />
      <Traveler at="translate(800 512) scale(.58)" hat="cap" arm="M14-84c10 2 18-4 28-14" />
      <Waymark at="translate(838 492) scale(.44)" plain />
      <path className="s-front" d="M0 590c150-34 330-22 470 8 90 20 150 34 230 42H0Z" />
      <Pines of={pines.left} />
      <Traveler at="translate(968 592) scale(.96)" hat="helmet" arm="M14-84c12 2 24-6 38-22" />
      <Waymark at="translate(1092 540) scale(.72)" />
      <Host at="translate(884 606)" />
      <path className="s-front" d="M1440 524c-80 10-190 50-250 116h250Z" />
      <Pines of={pines.right} />
      <path className="s-grass" d={grass} />
    </svg>
  )
}

const stars =
  'M986 84h0M1034 40h0M1092 128h0M1138 62h0M1196 24h0M1302 34h0M1352 84h0M1406 40h0M1420 150h0M954 190h0M1130 196h0M1380 190h0'

const grass =
  'M1204 630l-5-16 9 12 2-20 5 19 9-13-4 18ZM1262 606l-5-14 8 10 2-17 5 16 8-11-4 16ZM652 632l-4-14 8 10 2-17 4 16 8-11-3 16ZM560 618l-4-12 7 9 2-15 4 14 7-10-3 14ZM760 560l-3-9 5 7 2-11 3 10 5-7-2 10ZM1150 588l-4-11 6 8 2-13 3 12 7-8-3 12Z'

/** Pines by 'x y scale' of their foot. */
function Pines({ of }: { of: readonly string[] }) {
  return of.map((place) => {
    const [x, y, scale] = place.split(' ')
    return (
      <use
        key={place}
        href="#pine"
        className="s-pine"
        transform={`translate(${x} ${y}) scale(${scale})`}
      />
    )
  })
}
