import { Anchor, Card, Code, Stack, Text, Timeline, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useModels } from '../../api/models';
import type { Model, Overview } from '../../api/types';
import { codeSample } from '../../text/code-samples';
import { CopyableCode } from '../../ui/CopyableCode';
import { IconCheck } from '../../ui/icons';

/** Shows the first steps of a new account until all of them are done. */
export function FirstStepsCard({ steps: { hasKey, hasPrediction } }: { steps: Overview['firstSteps'] }) {
  if (hasKey && hasPrediction) return null;
  return (
    <Card>
      <Title order={2} mb="md">
        First steps
      </Title>
      <Timeline active={hasKey ? 1 : 0} bulletSize={26} lineWidth={2} aria-label="First steps">
        {step('Create an account', true, null)}
        {step(
          'Create an API key',
          hasKey,
          <>
            Your programs need a key to call the API:{' '}
            <Anchor component={Link} to="/keys" inherit underline="always">
              create one
            </Anchor>
            .
          </>,
        )}
        {step('Start a prediction', hasPrediction, <FirstCall />)}
      </Timeline>
    </Card>
  );
}

/** Creates an item. This is not a component because `Timeline` inspects its direct children. */
function step(title: string, isDone: boolean, children: ReactNode) {
  return (
    <Timeline.Item title={title} bullet={isDone && <IconCheck size={16} aria-label="Done" />}>
      <Text size="sm" c="dimmed" component="div">
        {isDone ? 'Done.' : children}
      </Text>
    </Timeline.Item>
  );
}

/** Shows a command that runs unchanged when OFFPRINT_API_KEY holds a key. */
function FirstCall() {
  const { data } = useModels();
  const model = data?.items.find(takesPrompt);
  const body = model && { modelKey: model.modelKey, prompt: 'a quiet harbour at dusk' };
  return (
    <Stack gap="xs">
      <div>
        Use the{' '}
        <Anchor component={Link} to="/playground" inherit underline="always">
          playground
        </Anchor>
        , or call the API: set your key in the environment (<Code>export OFFPRINT_API_KEY=of_live_…</Code>)
        and run this command.
      </div>
      {body && (
        <CopyableCode
          code={codeSample('curl', { base: window.location.origin, body })}
          label="the first call"
        />
      )}
    </Stack>
  );
}

function takesPrompt({ inputSchema }: Model): boolean {
  const required = (inputSchema as { required?: string[] }).required ?? [];
  return required.length === 1 && required[0] === 'prompt';
}
