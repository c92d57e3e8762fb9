import { useRef, useState } from 'react';
import { KeySettingsModal } from './KeySettingsModal';
import { RevokeKeyModal } from './RevokeKeyModal';
import { RotateKeyModal } from './RotateKeyModal';
import type { KeyRecord } from './useKeys';

export type KeyDialog = 'settings' | 'rotate' | 'revoke';

const MODALS = { settings: KeySettingsModal, rotate: RotateKeyModal, revoke: RevokeKeyModal };

/**
 * The dialogs of the keys of a page. They belong to the page and not to a row, because a rotated key may leave its list
 * while its new secret is shown.
 */
export function useKeyDialogs() {
  const [shown, setShown] = useState<{ dialog: KeyDialog; record: KeyRecord } | null>(null);
  const [opened, setOpened] = useState(false);
  // A dialog that is opened as it mounts does not remember what had the focus.
  const opener = useRef<Element | null>(null);
  const open = (dialog: KeyDialog, record: KeyRecord) => {
    opener.current = document.activeElement;
    setShown({ dialog, record });
    setOpened(true);
  };
  const close = () => {
    setOpened(false);
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  };
  const Shown = shown && MODALS[shown.dialog];
  return {
    open,
    dialogs: Shown && <Shown key={shown.record.id} record={shown.record} opened={opened} onClose={close} />,
  };
}
