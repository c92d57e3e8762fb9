import { Button, Card, Checkbox, Group, Modal, Stack, Title, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { usePrediction } from '../../api/predictions';
import { Thumbnail } from '../../media/Thumbnail';
import { isCancelled } from '../../text/cancelled';
import { nameIn, OPERATIONS, STATES } from '../../text/labels';
import { Comparison } from './Comparison';
import classes from './SessionRuns.module.css';

interface SessionRunsProps {
  /** Ids of predictions, newest first. */
  runs: string[];
  shown: string | null;
  onShow: (predictionId: string) => void;
}

/** Lists the runs of this browser session. Two of them can be compared. */
export function SessionRuns({ runs, shown, onShow }: SessionRunsProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [opened, { open, close }] = useDisclosure();
  const pair = chosen.filter((id) => runs.includes(id));
  const toggle = (id: string) =>
    setChosen(pair.includes(id) ? pair.filter((other) => other !== id) : [...pair, id].slice(-2));
  return (
    <Card>
      <Group justify="space-between" mb="sm" mih={30}>
        <Title order={2}>Runs of this session</Title>
        {runs.length > 1 && (
          <Button size="xs" variant="default" disabled={pair.length !== 2} onClick={open}>
            Compare two
          </Button>
        )}
      </Group>
      <Group gap="sm" role="list" aria-label="Runs of this session" align="flex-start">
        {runs.map((id) => (
          <RunTile
            key={id}
            predictionId={id}
            isShown={id === shown}
            onShow={() => onShow(id)}
            isChosen={pair.includes(id)}
            onToggle={runs.length > 1 ? () => toggle(id) : null}
          />
        ))}
      </Group>
      <Modal opened={opened} onClose={close} title="Two runs" size="90rem">
        {pair.length === 2 && <Comparison left={pair[0]!} right={pair[1]!} />}
      </Modal>
    </Card>
  );
}

interface RunTileProps {
  predictionId: string;
  isShown: boolean;
  onShow: () => void;
  isChosen: boolean;
  /** Null: there is nothing to compare with. */
  onToggle: (() => void) | null;
}

function RunTile({ predictionId, isShown, onShow, isChosen, onToggle }: RunTileProps) {
  const { data } = usePrediction(predictionId);
  if (data === undefined) return null;
  const state = isCancelled(data) ? 'Cancelled' : STATES[data.status];
  const name = data.prompt || nameIn(OPERATIONS, data.operation);
  return (
    <Stack gap={4} role="listitem" align="center">
      <UnstyledButton
        className={classes.tile}
        aria-pressed={isShown}
        aria-label={`${name}, ${state.toLowerCase()}`}
        title={name}
        onClick={onShow}
      >
        <Thumbnail prediction={data} />
      </UnstyledButton>
      {onToggle && (
        <Checkbox size="xs" checked={isChosen} onChange={onToggle} aria-label={`Compare ${name}`} />
      )}
    </Stack>
  );
}
