import { SettingOutlined } from '@ant-design/icons'
import { translate } from '#admin/format/translate.ts'
import { PageHead } from '#admin/ui/PageHead.tsx'
import css from './Settings.module.css'

/** SET-01: the specification has this page say that there is nothing to set yet. */
export function Settings() {
  return (
    <>
      <PageHead />
      <div className={css.card}>
        <span className={css.icon}>
          <SettingOutlined />
        </span>
        <p>{translate('Settings management is not implemented yet.')}</p>
      </div>
    </>
  )
}
