import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { LeaveGuard } from '../../ui/LeaveGuard';
import { NewSecret, type NewSecretProps } from './NewSecret';
import { useIsSecretAwaited } from './useKeys';

interface SecretModalProps<K extends NewSecretProps['created']> extends Pick<NewSecretProps, 'variable'> {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Title while the secret is shown. */
  titleOf: (created: K) => string;
  /** Renders the form, which reports the key that it has made. */
  children: (onCreated: (created: K) => void) => ReactNode;
}

/**
 * Shows a form, then the new secret once. Closing the modal discards the secret, so that only “Done” closes it then, and leaving
 * the page is asked about until the user has the secret.
 */
export function SecretModal<K extends NewSecretProps['created']>({
  opened,
  onClose,
  title,
  titleOf,
  variable,
  children,
}: SecretModalProps<K>) {
  const [created, setCreated] = useState<K | null>(null);
  /** The key whose secret the user has copied, downloaded or said to have. */
  const [kept, setKept] = useState<K | null>(null);
  const isAwaited = useIsSecretAwaited();
  const isClosable = !isAwaited && created === null;
  return (
    <>
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
        {created ? (
          <NewSecret created={created} variable={variable} onKept={() => setKept(created)} done={onClose} />
        ) : (
          children((key) => setCreated(key))
        )}
      </Modal>
      {opened && !isClosable && (created === null || created !== kept) && (
        <LeaveGuard
          title="Leave without the key?"
          about="Its secret is shown here and never again, and the key stays active. Revoke a key whose secret you do not have."
        />
      )}
    </>
  );
}
