import { ActionIcon, Fieldset, Group, Stack, Switch, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { IconArrowDown, IconArrowUp } from '../../../ui/icons';
import { moved, type RouteSetting } from './routes';

interface RoutesFieldProps {
  value: RouteSetting[];
  onChange: (routes: RouteSetting[]) => void;
  error?: ReactNode;
}

/** The engines of a model, the preferred one first: changes their order and switches them off. */
export function RoutesField({ value, onChange, error }: RoutesFieldProps) {
  const [place, setPlace] = useState('');
  const move = (index: number, by: 1 | -1) => {
    onChange(moved(value, index, by));
    setPlace(`${value[index]!.provider} is at place ${index + by + 1} of ${value.length}.`);
  };
  const turn = (provider: string, enabled: boolean) =>
    onChange(value.map((route) => (route.provider === provider ? { provider, enabled } : route)));
  return (
    <Fieldset legend="Engines">
      <Text size="xs" c="dimmed" mb="sm">
        The first one is preferred; the next ones take over when it fails. Off: no prediction starts there.
      </Text>
      <Stack component="ol" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Engines">
        {value.map(({ provider, enabled }, index) => (
          <Group key={provider} component="li" justify="space-between" wrap="nowrap">
            <Switch
              label={provider}
              checked={enabled !== false}
              onChange={(event) => turn(provider, event.currentTarget.checked)}
              styles={{ label: { overflowWrap: 'anywhere' } }}
            />
            <Group gap="xs" wrap="nowrap">
              <MoveButton provider={provider} up isEnd={index === 0} onClick={() => move(index, -1)} />
              <MoveButton
                provider={provider}
                isEnd={index === value.length - 1}
                onClick={() => move(index, 1)}
              />
            </Group>
          </Group>
        ))}
      </Stack>
      <VisuallyHidden role="status">{place}</VisuallyHidden>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" mt="xs" role="alert">
          {error}
        </Text>
      )}
    </Fieldset>
  );
}

interface MoveButtonProps {
  provider: string;
  up?: boolean;
  /** There is no further place. */
  isEnd: boolean;
  onClick: () => void;
}

/** It keeps the focus at an end of the list, so that the keyboard does not lose its place. */
function MoveButton({ provider, up = false, isEnd, onClick }: MoveButtonProps) {
  const label = `Move ${provider} ${up ? 'up' : 'down'}`;
  const Icon = up ? IconArrowUp : IconArrowDown;
  return (
    <ActionIcon
      variant="default"
      aria-label={label}
      title={label}
      aria-disabled={isEnd}
      data-disabled={isEnd || undefined}
      onClick={isEnd ? undefined : onClick}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
