import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { NewSecret } from './NewSecret';
import { type CreatedKey, useIsSecretAwaited } from './useKeys';

interface SecretModalProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Title while the secret is shown. */
  titleOf: (created: CreatedKey) => string;
  /** Renders the form, which reports the key that it has made. */
  children: (onCreated: (created: CreatedKey) => void) => ReactNode;
}

/** Shows a form, then the new secret once. Closing the modal discards the secret, so that only “Done” closes it then. */
export function SecretModal({ opened, onClose, title, titleOf, children }: SecretModalProps) {
  const [created, setCreated] = useState<CreatedKey | null>(null);
  const isClosable = !useIsSecretAwaited() && created === null;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setCreated(null)}
      size="lg"
      title={created ? titleOf(created) : title}
      // A click outside must not discard a secret that is shown, or sent, only once.
      closeOnClickOutside={isClosable}
      closeOnEscape={isClosable}
      withCloseButton={isClosable}
    >
      {created ? <NewSecret created={created} done={onClose} /> : children(setCreated)}
    </Modal>
  );
}
