import { Box, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import type { CSSProperties } from 'react';
import type { Field } from '../schema-fields';
import type { ControlProps } from './FieldControl';
import classes from './RatioField.module.css';

type RatioControl = Extract<Field, { kind: 'ratio' }>;

const COMMON = ['1:1', '4:3', '3:2', '16:9', '21:9', '3:4', '2:3', '9:16'];

/** Selects an aspect ratio by its shape, or as text when the model accepts any ratio. */
export function RatioField({ field, value, onChange, error }: ControlProps<RatioControl>) {
  const { label, description, required, options } = field;
  const text = String(value);
  return (
    <Stack gap="xs">
      <Radio.Group
        label={label}
        description={description}
        withAsterisk={required}
        value={text}
        onChange={onChange}
        error={options === null ? null : error}
      >
        <Group gap={6} mt={6}>
          {(options ?? COMMON).map((ratio) => (
            <Radio.Card key={ratio} value={ratio} className={classes.card} aria-label={ratio}>
              <Box className={classes.frame} aria-hidden>
                <Box className={classes.shape} style={shapeOf(ratio)} />
              </Box>
              <Text size="xs" className="figures">
                {ratio}
              </Text>
            </Radio.Card>
          ))}
        </Group>
      </Radio.Group>
      {options === null && (
        <TextInput
          size="xs"
          w={180}
          aria-label={`${label} in figures`}
          leftSection={<Text size="xs">w:h</Text>}
          leftSectionWidth={42}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
        />
      )}
    </Stack>
  );
}

/** Scales the shape so that the longer edge fills the frame. */
function shapeOf(ratio: string): CSSProperties {
  const [width = 1, height = 1] = ratio.split(':').map(Number);
  return {
    aspectRatio: `${width} / ${height}`,
    ...(width >= height ? { width: '100%' } : { height: '100%' }),
  };
}
