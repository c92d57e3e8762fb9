import { CreateKeyForm } from './CreateKeyForm';
import { SecretModal } from './SecretModal';

export function CreateKeyModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <SecretModal
      opened={opened}
      onClose={onClose}
      title="Create a key"
      titleOf={({ name }) => `“${name}” is ready`}
    >
      {(onCreated) => <CreateKeyForm onCreated={onCreated} />}
    </SecretModal>
  );
}
