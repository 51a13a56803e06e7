import { Card, Empty } from 'antd'
import { Link } from 'react-router-dom'
import { ACCOUNT_PAGE, pageAddress, TOKENS_PAGE } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { hasAccount, hasTokens } from '#admin/http/session.ts'

/** SET-01: the specification has this page say that there is nothing to set yet. What is one's own stands elsewhere. */
export default function Settings() {
  return (
    <Card>
      <Empty description={translate('Settings management is not implemented yet.')}>
        {hasAccount() ? (
          <Link to={pageAddress(ACCOUNT_PAGE)}>{translate('Go to my account')}</Link>
        ) : null}
        {hasTokens() ? (
          <Link to={pageAddress(TOKENS_PAGE)}>{translate('Tokens of programs')}</Link>
        ) : null}
      </Empty>
    </Card>
  )
}
