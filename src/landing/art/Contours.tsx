import { brand } from '#brand'

/** Contour lines of a map, as the ground of a panel. Decoration only. */
export function Contours() {
  return (
    <svg
      className="contours"
      viewBox="0 0 560 360"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
    >
      {[1, 0.8, 0.61, 0.43, 0.26, 0.11].map((scale) => (
        <path
          key={scale}
          transform={`translate(${340 + 26 * scale} ${186 - 16 * scale}) scale(${scale})`}
          d={brand.contour}
        />
      ))}
    </svg>
  )
}
