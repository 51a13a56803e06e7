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
          d="M-262 40c-32-70 24-128 88-150s96-62 176-52 92 64 168 84 128 76 96 140-110 60-158 108-136 38-196 12-142-72-174-142Z"
        />
      ))}
    </svg>
  )
}
