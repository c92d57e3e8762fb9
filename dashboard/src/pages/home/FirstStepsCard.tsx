import { Anchor, Card, Code, Stack, Text, Timeline, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useModels } from '../../api/models';
import type { Model, Overview } from '../../api/types';
import { codeSample } from '../../text/code-samples';
import { CopyableCode } from '../../ui/CopyableCode';

/** What a new account does first; gone once it is done. */
export function FirstStepsCard({ steps: { hasKey, hasPrediction } }: { steps: Overview['firstSteps'] }) {
  if (hasKey && hasPrediction) return null;
  return (
    <Card>
      <Title order={2} mb="md">
        First steps
      </Title>
      <Timeline active={hasKey ? 1 : 0} bulletSize={26} lineWidth={2} aria-label="First steps">
        {step('Open an account', true, null)}
        {step(
          'Create an API key',
          hasKey,
          <>
            It is what your programs call the API with:{' '}
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

/** The library looks at the items themselves: a component around one would hide it. */
function step(title: string, isDone: boolean, children: ReactNode) {
  return (
    <Timeline.Item title={title} bullet={isDone && <IconCheck size={16} aria-label="Done" />}>
      <Text size="sm" c="dimmed" component="div">
        {isDone ? 'Done.' : children}
      </Text>
    </Timeline.Item>
  );
}

/** A call that works as it stands, once OFFPRINT_API_KEY holds a key. */
function FirstCall() {
  const { data } = useModels();
  const model = data?.items.find(takesPrompt);
  const body = model && { modelKey: model.modelKey, prompt: 'a quiet harbour at dusk' };
  return (
    <Stack gap="xs">
      <div>
        In the{' '}
        <Anchor component={Link} to="/playground" inherit underline="always">
          playground
        </Anchor>
        , or by a program: with your key in the environment (<Code>export OFFPRINT_API_KEY=of_live_…</Code>),
        this works as it stands.
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
