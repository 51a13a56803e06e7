import { Bone } from '#admin/ui/Bone.tsx'

/** In the place of the way to a first view: nothing moves when it comes. */
export function FirstBone() {
  return <Bone width="var(--control)" height="var(--control)" />
}
