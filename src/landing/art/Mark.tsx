import { brand } from '#brand'

/** The product's mark in the colour of the text around it; the words beside it name it. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={brand.mark} fill="currentColor" />
    </svg>
  )
}
