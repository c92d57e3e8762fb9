import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { ProblemAlert } from '../../ui/ProblemAlert';
import { useNotify } from '../../ui/useNotify';
import { type Member, useRemoveMember } from './useTeam';

interface RemoveMemberModalProps {
  /** Null: closed. */
  member: Member | null;
  isSelf: boolean;
  onClose: () => void;
}

export function RemoveMemberModal({ member, isSelf, onClose }: RemoveMemberModalProps) {
  return (
    <Modal
      opened={member !== null}
      onClose={onClose}
      title={isSelf ? 'Leave this account' : `Remove ${member?.email ?? member?.userId ?? ''}`}
    >
      {member && <RemoveForm member={member} isSelf={isSelf} onClose={onClose} />}
    </Modal>
  );
}

function RemoveForm({ member, isSelf, onClose }: RemoveMemberModalProps & { member: Member }) {
  const remove = useRemoveMember();
  const notify = useNotify();
  const submit = () =>
    remove.mutate(member.userId, {
      onSuccess: () => {
        // The session in this account has ended: the page begins anew, in another account or at the sign-in.
        if (isSelf) window.location.assign('/');
        else notify({ color: 'teal', message: `${member.email ?? member.userId} is no member any more.` });
        onClose();
      },
    });
  return (
    <Stack>
      <ProblemAlert error={remove.error} />
      <Text size="sm">
        {isSelf ? 'You lose' : 'This person loses'} access to the account at once. API keys stay: they belong
        to the account. Rotate or revoke those whose secret {isSelf ? 'you have' : 'this person has'} seen.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color="red" loading={remove.isPending} onClick={submit}>
          {isSelf ? 'Leave' : 'Remove'}
        </Button>
      </Group>
    </Stack>
  );
}
