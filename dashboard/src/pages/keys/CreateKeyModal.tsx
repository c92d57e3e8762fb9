import { Modal } from '@mantine/core';
import { useState } from 'react';
import { CreateKeyForm } from './CreateKeyForm';
import { NewSecret } from './NewSecret';
import type { CreatedKey } from './useKeys';

/** Shows the form, then the new secret once. Closing the modal discards the secret. */
export function CreateKeyModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [created, setCreated] = useState<CreatedKey | null>(null);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setCreated(null)}
      size="lg"
      title={created ? `“${created.name}” is ready` : 'Create a key'}
      // A click outside must not discard a secret that is shown only once.
      closeOnClickOutside={created === null}
      closeOnEscape={created === null}
      withCloseButton={created === null}
    >
      {created ? <NewSecret created={created} done={onClose} /> : <CreateKeyForm onCreated={setCreated} />}
    </Modal>
  );
}
