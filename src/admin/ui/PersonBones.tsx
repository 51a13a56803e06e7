import { Bone } from './Bone.tsx'
import css from './PersonBones.module.css'

/** Where a person's initials and two lines beside them will stand. */
export function PersonBones() {
  return (
    <>
      <span className={css.initials} />
      <div className={css.lines}>
        <Bone height="12px" />
        <Bone width="280px" height="12px" />
      </div>
    </>
  )
}
