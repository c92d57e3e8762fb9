import { Group, Image, Input, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toCurrentOrigin } from '../../../media/links';
import type { Field } from '../schema-fields';
import type { ControlProps } from './FieldControl';
import { UploadZone } from './UploadZone';

type MediaControl = Extract<Field, { kind: 'media' }>;

const HERE = window.location.origin;

/** Takes input media as an uploaded file or a link. The value is a link in both cases. */
export function MediaField({ field, value, onChange, error }: ControlProps<MediaControl>) {
  const { label, required, accepts } = field;
  const link = String(value);
  const [way, setWay] = useState<'upload' | 'link'>('upload');
  return (
    <Input.Wrapper label={label} withAsterisk={required} error={error} labelElement="div">
      <Stack gap="xs" mt={4}>
        <SegmentedControl
          size="xs"
          value={way}
          onChange={(chosen) => setWay(chosen)}
          data={[
            { value: 'upload', label: 'Upload' },
            { value: 'link', label: 'Link' },
          ]}
          aria-label={`Source of the ${accepts}`}
        />
        {way === 'upload' ? (
          <UploadZone accepts={accepts} label={label} onUploaded={onChange} />
        ) : (
          <TextInput
            type="url"
            aria-label={`Link to the ${accepts}`}
            placeholder="https://…"
            description="An https URL, or a link to one of your results."
            value={link}
            onChange={(event) => onChange(event.currentTarget.value.trim())}
          />
        )}
        {link !== '' && <Preview link={link} accepts={accepts} />}
      </Stack>
    </Input.Wrapper>
  );
}

/** Previews only files of this service: the content policy blocks other origins. */
function Preview({ link, accepts }: { link: string; accepts: 'image' | 'video' }) {
  const url = URL.canParse(link, HERE) ? toCurrentOrigin(link) : link;
  if (!url.startsWith('/')) return null;
  return (
    <Group gap="sm" wrap="nowrap">
      {accepts === 'image' ? (
        <Image src={url} alt="Input preview" w={96} h={96} fit="contain" bdrs="sm" />
      ) : (
        <video src={url} muted controls preload="metadata" width={160} aria-label="Input preview" />
      )}
      <Text size="xs" c="dimmed">
        This {accepts} will be sent.
      </Text>
    </Group>
  );
}
