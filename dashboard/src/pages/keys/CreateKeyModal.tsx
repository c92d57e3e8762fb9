import { CreateKeyForm } from './CreateKeyForm';
import { SecretModal } from './SecretModal';

interface CreateKeyModalProps {
  opened: boolean;
  onClose: () => void;
  /** For administrators: the account that gets the key. Undefined: that of the session. */
  accountId?: string;
}

export function CreateKeyModal({ opened, onClose, accountId }: CreateKeyModalProps) {
  return (
    <SecretModal
      opened={opened}
      onClose={onClose}
      title="Create a key"
      titleOf={({ name }) => `“${name}” is ready`}
    >
      {(onCreated) => <CreateKeyForm accountId={accountId} onCreated={onCreated} />}
    </SecretModal>
  );
}
