import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from 'react-router';

interface AccountLinkProps extends AnchorProps {
  accountId: string;
  /** Of its first user; null: it has none any more. */
  email: string | null;
}

/** Links to an account by the person that it belongs to. */
export function AccountLink({ accountId, email, ...props }: AccountLinkProps) {
  return (
    <Anchor
      component={Link}
      to={`/admin/accounts/${accountId}`}
      size="sm"
      title={accountId}
      style={{ overflowWrap: 'anywhere' }}
      {...props}
    >
      {email ?? `…${accountId.slice(-8)}`}
    </Anchor>
  );
}
