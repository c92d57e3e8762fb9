import { ActionIcon, Button, Menu } from '@mantine/core';
import { useRef } from 'react';
import { useMay } from '../../session/permissions';
import { IconBan, IconDots, IconPlayerPlay, IconRefresh, IconSettings, IconTrash } from '../../ui/icons';
import { canBeChanged, canBeDisabled, canBeEnabled, canBeRevoked, canBeRotated } from './key-actions';
import type { KeyDialog } from './KeyDialogs';
import type { KeyRecord } from './useKeys';
import { useSwitchKey } from './useSwitchKey';

interface KeyActionsProps {
  record: KeyRecord;
  open: (dialog: KeyDialog, record: KeyRecord) => void;
}

interface Action {
  label: string;
  icon: typeof IconDots;
  isOffered: boolean;
  color?: string;
  run: () => void;
}

/** Returns the actions that the state of the key and the user's role permit. */
function useActions({ record, open }: KeyActionsProps): { actions: Action[]; isBusy: boolean } {
  const mayChange = useMay('keys');
  const { disable, enable, isBusy } = useSwitchKey(record);
  const all: Action[] = [
    {
      label: 'Settings',
      icon: IconSettings,
      isOffered: canBeChanged(record),
      run: () => open('settings', record),
    },
    {
      label: 'Rotate',
      icon: IconRefresh,
      isOffered: canBeRotated(record),
      run: () => open('rotate', record),
    },
    { label: 'Disable', icon: IconBan, isOffered: canBeDisabled(record), run: disable },
    { label: 'Enable', icon: IconPlayerPlay, isOffered: canBeEnabled(record), run: enable },
    {
      label: 'Revoke',
      icon: IconTrash,
      isOffered: canBeRevoked(record),
      color: 'red',
      run: () => open('revoke', record),
    },
  ];
  return { actions: mayChange ? all.filter(({ isOffered }) => isOffered) : [], isBusy };
}

/** Renders the actions of a key as the menu of its row. */
export function KeyMenu(props: KeyActionsProps) {
  const { actions, isBusy } = useActions(props);
  const target = useRef<HTMLButtonElement>(null);
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          ref={target}
          variant="subtle"
          color="gray"
          loading={isBusy}
          aria-label={`Actions of ${props.record.name}`}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: Icon, color, run }) => (
          <Menu.Item
            key={label}
            c={color && 'var(--mantine-color-error)'}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => {
              // The item disappears; the focus returns to the button after a dialog.
              target.current?.focus();
              run();
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Renders the actions of a key as buttons. */
export function KeyButtons(props: KeyActionsProps) {
  const { actions, isBusy } = useActions(props);
  return actions.map(({ label, icon: Icon, color, run }) => (
    <Button
      key={label}
      variant={color ? 'light' : 'default'}
      color={color}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={run}
      loading={isBusy && (label === 'Disable' || label === 'Enable')}
    >
      {label}
    </Button>
  ));
}
