import { Anchor, Button, Group, Menu, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'react-router';
import type { Model, PredictionDetail } from '../../api/types';
import { nameIn, OPERATIONS } from '../../text/labels';
import { CopyableCode } from '../../ui/CopyableCode';
import { IconArrowForwardUp, IconBraces } from '../../ui/icons';
import { DeletePredictionButton } from '../history/DeletePredictionButton';
import { type InputTarget, inputTargets } from './input-targets';

interface RunActionsProps {
  prediction: PredictionDetail;
  models: Model[];
  onUseAsInput: (target: InputTarget, link: string) => void;
}

/** Renders what can be done with a run: use its result as input, show its JSON, open it in the history, delete it. */
export function RunActions({ prediction, models, onUseAsInput }: RunActionsProps) {
  const { predictionId, status, outputs, deletedAt } = prediction;
  const [output] = outputs ?? [];
  const targets = output ? inputTargets(models, output) : [];
  return (
    <Group gap="xs">
      {targets.length > 0 && (
        <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button size="xs" variant="default" leftSection={<IconArrowForwardUp size={14} aria-hidden />}>
              Use as input
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {targets.map((target) => (
              <Menu.Item key={target.model.modelKey} onClick={() => onUseAsInput(target, output!.url)}>
                {nameIn(OPERATIONS, target.model.operation)}: {target.model.title}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <JsonButton prediction={prediction} />
      <Anchor component={Link} to={`/history?prediction=${predictionId}`} size="sm">
        View in history
      </Anchor>
      {status !== 'processing' && !deletedAt && (
        <Group flex={1} justify="flex-end">
          <DeletePredictionButton predictionId={predictionId} />
        </Group>
      )}
    </Group>
  );
}

function JsonButton({ prediction }: { prediction: PredictionDetail }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconBraces size={14} aria-hidden />} onClick={open}>
        JSON
      </Button>
      <Modal opened={opened} onClose={close} title="Prediction as JSON" size="xl">
        <CopyableCode code={JSON.stringify(prediction, null, 2)} label="the prediction as JSON" />
      </Modal>
    </>
  );
}
