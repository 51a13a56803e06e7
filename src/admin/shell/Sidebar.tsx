import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { MenuGroup } from '#admin/pages/pages.ts'
import { readStored, writeStored } from '#admin/ui/storage.ts'
import type { SessionUser } from '#contract/session.ts'
import { Account } from './Account.tsx'
import { Brand } from './Brand.tsx'
import { Nav } from './Nav.tsx'
import css from './Sidebar.module.css'

const NARROW_KEY = 'waymark_nav'

/** The side navigation from tablets up: wide or narrow, as it was left (SHELL-01). */
export function Sidebar({ groups, user }: { groups: MenuGroup[]; user: SessionUser }) {
  const [isNarrow, setNarrow] = useState(() => readStored(NARROW_KEY) === 'narrow')
  const toggle = () => {
    writeStored(NARROW_KEY, isNarrow ? null : 'narrow')
    setNarrow(!isNarrow)
  }
  return (
    <aside className={css.sidebar} data-narrow={isNarrow}>
      <div className={css.head}>
        <Brand isNarrow={isNarrow} />
        <Button
          type="text"
          icon={isNarrow ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
          aria-label={translate(isNarrow ? 'Expand navigation' : 'Collapse navigation')}
          aria-expanded={!isNarrow}
          onClick={toggle}
        />
      </div>
      <Nav groups={groups} isNarrow={isNarrow} />
      <Account user={user} isNarrow={isNarrow} />
    </aside>
  )
}
