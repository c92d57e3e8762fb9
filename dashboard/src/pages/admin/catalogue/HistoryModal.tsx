import {
  Alert,
  Badge,
  Button,
  Card,
  Code,
  Group,
  Modal,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { asProblem } from '../../../api/problem';
import { nameIn } from '../../../text/labels';
import { LoadMore } from '../../../ui/LoadMore';
import { Moment } from '../../../ui/Moment';
import { QueryView } from '../../../ui/QueryView';
import { useNotify } from '../../../ui/useNotify';
import { ACTORS } from '../../audit/audit-text';
import { leavesOf } from './changes';
import type { Entry } from './entries';
import { type CatalogueVersion, type Subject, useRestoreVersion, useVersions } from './useCatalogue';

interface HistoryModalProps {
  entry: Entry;
  opened: boolean;
  onClose: () => void;
}

/** Lists the versions of an entry with who made them, why and when, and restores one. */
export function HistoryModal({ entry, opened, onClose }: HistoryModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`History of ${entry.title}`} size="lg">
      <Versions entry={entry} />
    </Modal>
  );
}

function Versions({ entry: { kind, key, version: current } }: { entry: Entry }) {
  const subject: Subject = { kind, key };
  const query = useVersions(subject);
  const [restoring, setRestoring] = useState<number | null>(null);
  return (
    <QueryView query={query} skeleton={<Skeleton h={240} />}>
      {(versions) => (
        <Stack>
          <Stack component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Versions">
            {versions.map((version) => (
              <Card key={version.version} component="li" withBorder padding="md">
                <VersionFacts version={version} isCurrent={version.version === current} />
                {version.version !== current &&
                  (restoring === version.version ? (
                    <RestoreForm
                      subject={subject}
                      version={version.version}
                      onClose={() => setRestoring(null)}
                    />
                  ) : (
                    <Group justify="flex-end">
                      <Button
                        size="xs"
                        variant="default"
                        aria-label={`Restore version ${version.version}`}
                        onClick={() => setRestoring(version.version)}
                      >
                        Restore
                      </Button>
                    </Group>
                  ))}
              </Card>
            ))}
          </Stack>
          <LoadMore query={query} />
        </Stack>
      )}
    </QueryView>
  );
}

function VersionFacts({ version: record, isCurrent }: { version: CatalogueVersion; isCurrent: boolean }) {
  const { version, createdAt, actor, reason, restored, change } = record;
  const values = Object.entries(change).flatMap(([field, value]): [string, string][] =>
    value === null ? [[field, 'nothing']] : [...leavesOf(value, field)],
  );
  return (
    <>
      <Group gap="xs">
        <Text fw={600}>Version {version}</Text>
        {isCurrent && (
          <Badge variant="light" tt="none">
            Holds now
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {createdAt === null ? 'What the files say' : <Moment at={createdAt} />}
        {actor && `, by ${nameIn(ACTORS, actor.kind)} ${actor.name ?? actor.id ?? ''}`}
        {restored !== null && `, as version ${restored}`}
      </Text>
      {reason !== null && (
        <Text size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
          “{reason}”
        </Text>
      )}
      {values.map(([field, text]) => (
        <Text key={field} size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
          <Code>{field}</Code> {text}
        </Text>
      ))}
    </>
  );
}

interface RestoreFormProps {
  subject: Subject;
  version: number;
  onClose: () => void;
}

function RestoreForm({ subject, version, onClose }: RestoreFormProps) {
  const [reason, setReason] = useState('');
  const restore = useRestoreVersion(subject);
  const notify = useNotify();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    restore.mutate(
      { version, ...(reason.trim() && { reason: reason.trim() }) },
      {
        onSuccess: (now) => {
          notify({ color: 'teal', message: `Version ${now.version} holds now, as version ${version}.` });
          onClose();
        },
      },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" mt="sm">
        {restore.error && (
          <Alert color="red" role="alert">
            {asProblem(restore.error).message}
          </Alert>
        )}
        <TextInput
          label="Reason"
          description="This makes a new version with these settings."
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          autoFocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" loading={restore.isPending}>
            Restore version {version}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
