import css from './Bone.module.css'

/** Where words or a picture will stand: as wide as its place, at most so wide, and so high. */
export function Bone({ width, height }: { width?: string; height?: string }) {
  return <span className={css.bone} data-bone="" style={{ '--width': width, '--height': height }} />
}
