import { translate } from '#admin/format/translate.ts'
import { Bone } from '#admin/ui/Bone.tsx'
import { TabBones } from '#admin/ui/TabList.tsx'
import { Card, Cards, Frame } from './Cards.tsx'
import css from './Skeleton.module.css'

/** The size of what will come: tabs, the bar and a row of cards. */
export function Skeleton() {
  return (
    <>
      <span className="sr-only" role="status">
        {translate('Loading…')}
      </span>
      <div aria-hidden="true">
        <TabBones count={2} />
        <div className={css.bar}>
          <Bone height="20px" />
        </div>
        <Frame>
          <Cards layout="waiting">
            {[1, 2, 3, 4].map((number) => (
              <Card key={number}>
                <div className={css.bones}>
                  <Bone />
                  <Bone />
                </div>
              </Card>
            ))}
          </Cards>
        </Frame>
      </div>
    </>
  )
}
