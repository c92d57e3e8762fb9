import { Button, Card, EmptyState, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { IconKey, IconPlus } from '../../../ui/icons';
import { LoadMore } from '../../../ui/LoadMore';
import { QueryView } from '../../../ui/QueryView';
import { RevocationModal } from '../../keys/RevocationModal';
import { CreateOperatorKeyModal } from './CreateOperatorKeyModal';
import { OperatorKeyTable } from './OperatorKeyTable';
import { type OperatorKey, useOperatorKeys, useRevokeOperatorKey } from './useOperatorKeys';

/** Lists the keys of the operator's own backend, and creates and revokes them. */
export function OperatorKeysPanel() {
  const query = useOperatorKeys();
  const [isCreating, creation] = useDisclosure();
  const [revoking, setRevoking] = useState<OperatorKey | null>(null);
  const [isRevoking, revocation] = useDisclosure();
  const revoke = (key: OperatorKey) => {
    setRevoking(key);
    revocation.open();
  };
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={640}>
          For your own backend: it opens accounts, grants credits and creates API keys in your name. At most
          20 keys are usable at a time.
        </Text>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creation.open}>
          Create operator key
        </Button>
      </Group>
      <QueryView query={query} skeleton={<Skeleton h={220} />}>
        {(keys) =>
          keys.length === 0 ? (
            <Card>
              <EmptyState py="xl" icon={<IconKey />} title="No operator key" />
            </Card>
          ) : (
            <div>
              <OperatorKeyTable keys={keys} revoke={revoke} />
              <LoadMore query={query} />
            </div>
          )
        }
      </QueryView>
      <CreateOperatorKeyModal opened={isCreating} onClose={creation.close} />
      {revoking && (
        <RevokeOperatorKeyModal
          key={revoking.id}
          record={revoking}
          opened={isRevoking}
          onClose={revocation.close}
        />
      )}
    </Stack>
  );
}

interface RevokeOperatorKeyModalProps {
  record: OperatorKey;
  opened: boolean;
  onClose: () => void;
}

function RevokeOperatorKeyModal({ record, ...modal }: RevokeOperatorKeyModalProps) {
  return (
    <RevocationModal name={record.name} revocation={useRevokeOperatorKey(record.id)} {...modal}>
      All further requests with this key are rejected. This cannot be undone. Accounts, credits and API keys
      that it has made stay.
    </RevocationModal>
  );
}
