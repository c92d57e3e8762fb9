import { Badge, Text } from '@mantine/core';
import { Moment } from '../../ui/Moment';
import type { KeyRecord } from './useKeys';

const COLORS: Record<KeyRecord['status'], string> = {
  active: 'teal',
  retiring: 'orange',
  disabled: 'gray',
  expired: 'gray',
  revoked: 'gray',
};

/** What happens at `expiresAt`. */
const ENDS: Record<KeyRecord['status'], string> = {
  active: 'expires',
  retiring: 'ends',
  disabled: 'expires',
  expired: 'since',
  revoked: '',
};

interface KeyStateProps {
  record: Pick<KeyRecord, 'expiresAt' | 'revokedAt' | 'status'>;
}

/** Shows the status of a key and when it ends or has ended. */
export function KeyState({ record: { status, expiresAt, revokedAt } }: KeyStateProps) {
  const at = revokedAt ?? expiresAt;
  return (
    <div>
      <Badge color={COLORS[status]} variant="light" tt="none">
        {status}
      </Badge>
      {at !== null && (
        <Text size="xs" c="dimmed">
          {ENDS[status]} <Moment at={at} />
        </Text>
      )}
    </div>
  );
}
