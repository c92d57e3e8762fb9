import { Modal } from '@mantine/core';
import { useState } from 'react';
import { CreateKeyForm } from './CreateKeyForm';
import { NewSecret } from './NewSecret';
import type { CreatedKey } from './useKeys';

/** First what the key may do, then its secret, once. What is shown is forgotten with the window. */
export function CreateKeyModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [created, setCreated] = useState<CreatedKey | null>(null);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setCreated(null)}
      size="lg"
      title={created ? `“${created.name}” is ready` : 'Create a key'}
      // A secret that is shown once is not lost to a click beside the window.
      closeOnClickOutside={created === null}
      closeOnEscape={created === null}
      withCloseButton={created === null}
    >
      {created ? <NewSecret created={created} done={onClose} /> : <CreateKeyForm onCreated={setCreated} />}
    </Modal>
  );
}
