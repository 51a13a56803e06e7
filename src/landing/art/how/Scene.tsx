import type { ReactNode } from 'react'

interface SceneProps {
  /** Gives the picture its own light by a class (styles/how-art.css). */
  name: string
  /** The box that is always in sight; the land beyond it fills whatever shape the frame has. */
  box?: string
  children: ReactNode
}

/** The frame of a picture in 'How it works'. Decorative: the adjacent text has the same meaning. */
export function Scene({ name, box = '0 0 400 400', children }: SceneProps) {
  return (
    <div className={`how-art how-art-${name}`}>
      <svg viewBox={box} aria-hidden="true">
        {children}
      </svg>
    </div>
  )
}

/** Once per page, before the first use: the outlines that the pictures share. */
export function LandShapes() {
  return (
    <defs>
      <path
        id="ridge"
        d="M-300 80-210 10-130 90-100 75-40 130 20 90 70 110 150 30 200 85 225 70 300 0 370 80 400 65 460 120 520 85 570 110 660 30 700 60V900H-300Z"
      />
      <path id="hill" d="M-300 20C-180 40-60 90 60 70S260 0 380 10 560 80 700 60V900H-300Z" />
      <path
        id="contour"
        d="M-262 40c-32-70 24-128 88-150s96-62 176-52 92 64 168 84 128 76 96 140-110 60-158 108-136 38-196 12-142-72-174-142Z"
      />
    </defs>
  )
}

/** A piece of land or wood by its shape, its colour class and its place. */
export function Land({
  of,
  tone,
  at,
}: {
  of: 'ridge' | 'hill' | 'pine'
  tone: string
  at: string
}) {
  return <use href={`#${of}`} className={`s-${tone}`} transform={at} />
}
