import { Card, Flex, Typography } from 'antd'
import { Link } from 'react-router-dom'
import { ACCOUNT_PAGE, pageAddress, TOKENS_PAGE } from '#admin/format/addresses.ts'
import { translate } from '#admin/format/translate.ts'
import { hasAccount, hasTokens } from '#admin/http/session.ts'
import { MenuIcon, type MenuSign } from '#admin/ui/icons.tsx'

/** The specification's placeholder, and cards that link to the account and to API tokens. */
export default function Settings() {
  return (
    <Flex vertical gap={16}>
      <Flex wrap gap={16}>
        {hasAccount() ? (
          <PageCard
            page={ACCOUNT_PAGE}
            icon="account"
            title="My account"
            text="Name, password, passkeys, sessions, theme and time zone."
          />
        ) : null}
        {hasTokens() ? (
          <PageCard
            page={TOKENS_PAGE}
            icon="tokens"
            title="API tokens"
            text="Access for programs: permissions, expiry and last use."
          />
        ) : null}
      </Flex>
      <Typography.Text type="secondary">
        {translate('Settings management is not implemented yet.')}
      </Typography.Text>
    </Flex>
  )
}

interface Props {
  page: string
  icon: MenuSign
  title: string
  text: string
}

function PageCard({ page, icon, title, text }: Props) {
  return (
    <Link to={pageAddress(page)} aria-label={translate(title)} style={{ flex: '0 1 360px' }}>
      <Card hoverable style={{ height: '100%' }} styles={{ body: { padding: 20 } }}>
        <Card.Meta
          avatar={<MenuIcon name={icon} />}
          title={translate(title)}
          description={translate(text)}
        />
      </Card>
    </Link>
  )
}
