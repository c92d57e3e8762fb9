import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useProfile } from '../../../session/useSession';
import { useNotify } from '../../../ui/useNotify';
import { DeleteAccountModal, type Deletion } from '../../account/DeleteAccountModal';
import { ExportButton } from '../../account/ExportButton';
import { type AdminAccountDetail, useDeleteAccount } from './useAccounts';

/** Exports and deletes an account. */
export function AccountDataCard({ account: { id, users } }: { account: AdminAccountDetail }) {
  const isOwn = useProfile().account.id === id;
  const [isDeleting, modal] = useDisclosure();
  const deletion = useDeleteAccount(id);
  const notify = useNotify();
  const close = () => {
    modal.close();
    deletion.reset();
  };
  const mutate = ({ force }: Deletion, then: { onError: (error: Error) => void }) =>
    deletion.mutate(force, {
      ...then,
      onSuccess: () => {
        close();
        notify({ color: 'teal', message: 'The account was deleted. Its data is erased in the background.' });
      },
    });
  return (
    <Card>
      <Title order={2} mb="md">
        Data
      </Title>
      <Group justify="space-between">
        <ExportButton path={`/api/admin/accounts/${id}/export`} accountId={id} />
        {isOwn ? (
          <Text size="sm" c="dimmed">
            Your own account is deleted on its page, with the password.
          </Text>
        ) : (
          <Button variant="default" onClick={modal.open}>
            Delete account
          </Button>
        )}
      </Group>
      <DeleteAccountModal
        title={`Delete the account of ${users[0]?.email ?? id}`}
        opened={isDeleting}
        onClose={close}
        asksPassword={false}
        deletion={{ ...deletion, mutate }}
      />
    </Card>
  );
}
