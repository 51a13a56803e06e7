const made = new Map<string, unknown>()
const SIZE = 8

/** A pattern of slanted stripes for a fill, drawn once per pair of colours. */
export function hatch(colour: string, ground: string): unknown {
  const name = `${colour} ${ground}`
  const known = made.get(name)
  if (known) return known
  const pattern = { image: draw(colour, ground), repetition: 'repeat' }
  made.set(name, pattern)
  return pattern
}

function draw(colour: string, ground: string): HTMLCanvasElement {
  const scale = devicePixelRatio > 1 ? 2 : 1
  const canvas = document.createElement('canvas')
  canvas.width = SIZE * scale
  canvas.height = SIZE * scale
  const pen = canvas.getContext('2d')
  if (!pen) return canvas
  pen.scale(scale, scale)
  pen.fillStyle = ground
  pen.fillRect(0, 0, SIZE, SIZE)
  pen.strokeStyle = colour
  pen.lineWidth = 3
  pen.beginPath()
  // Three lines, so that the corners of the tile meet.
  for (const shift of [-SIZE, 0, SIZE]) {
    pen.moveTo(shift - 1, SIZE + 1)
    pen.lineTo(shift + SIZE + 1, -1)
  }
  pen.stroke()
  return canvas
}
