import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { dateAndTime } from '../../text/times';
import { Moment } from '../../ui/Moment';
import { KeyLink } from './KeyLink';
import type { KeyRecord } from './useKeys';

/** Explains the status of a key that does not work, or will soon not. */
export function KeyNotice({ record, keys }: { record: KeyRecord; keys: KeyRecord[] }) {
  const { status, expiresAt, revokedAt, replacedBy } = record;
  const successor = replacedBy && (
    <>
      {' '}
      It was replaced by <KeyLink id={replacedBy} keys={keys} />.
    </>
  );
  switch (status) {
    case 'active':
      return null;
    case 'retiring':
      return (
        <Notice title={<>This key ends {expiresAt && <Moment at={expiresAt} />}</>} color="orange">
          Requests are rejected from {expiresAt && dateAndTime(expiresAt)} on.{successor}
        </Notice>
      );
    case 'disabled':
      return (
        <Notice title="This key is disabled">Requests are rejected until it is enabled.{successor}</Notice>
      );
    case 'expired':
      return (
        <Notice title="This key has expired">
          Requests are rejected since {expiresAt && dateAndTime(expiresAt)}. With a later expiry in its
          settings it works again.{successor}
        </Notice>
      );
    case 'revoked':
      return (
        <Notice title="This key is revoked">
          Requests are rejected since {revokedAt && dateAndTime(revokedAt)}.{successor}
        </Notice>
      );
  }
}

function Notice({
  title,
  color = 'gray',
  children,
}: {
  title: ReactNode;
  color?: string;
  children: ReactNode;
}) {
  return (
    <Alert role="status" color={color} title={title}>
      {children}
    </Alert>
  );
}
