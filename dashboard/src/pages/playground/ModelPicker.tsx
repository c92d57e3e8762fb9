import { Badge, Box, Chip, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import type { Modality, Model } from '../../api/types';
import { MODALITY_ICONS } from '../../media/Thumbnail';
import { MODALITIES, nameIn, OPERATIONS } from '../../text/labels';
import { multiplierTexts, priceText } from './price';

interface ModelPickerProps {
  models: Model[];
  selected: Model;
  onSelect: (modelKey: string) => void;
}

/** Selects a model by modality, then operation, then name. The selection is always an available model. */
export function ModelPicker({ models, selected, onSelect }: ModelPickerProps) {
  const { modality, operation } = selected;
  const modalities = distinct(models.map((model) => model.modality));
  const ofModality = models.filter((model) => model.modality === modality);
  const operations = distinct(ofModality.map((model) => model.operation));
  const ofOperation = ofModality.filter((model) => model.operation === operation);
  const selectFirst = (found: Model[]) => found[0] && onSelect(found[0].modelKey);
  return (
    <Stack gap="sm">
      <SegmentedControl
        fullWidth
        aria-label="Modality"
        value={modality}
        onChange={(chosen) => selectFirst(models.filter((model) => model.modality === chosen))}
        data={modalities.map((value) => ({ value, label: <ModalityLabel modality={value as Modality} /> }))}
      />
      {operations.length > 1 && (
        <Chip.Group
          value={operation}
          onChange={(chosen) => selectFirst(ofModality.filter((model) => model.operation === chosen))}
        >
          <Group gap={6} role="radiogroup" aria-label="Operation">
            {operations.map((value) => (
              <Chip key={value} value={value} size="xs">
                {nameIn(OPERATIONS, value)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      <Select
        label="Model"
        data={ofOperation.map(({ modelKey, title }) => ({ value: modelKey, label: title }))}
        value={selected.modelKey}
        onChange={(chosen) => chosen && onSelect(chosen)}
        allowDeselect={false}
        searchable={ofOperation.length > 6}
        renderOption={({ option }) => (
          <ModelOption model={ofOperation.find(({ modelKey }) => modelKey === option.value)!} />
        )}
      />
      <Text size="sm" c="dimmed">
        {selected.description}
      </Text>
      <Price model={selected} />
    </Stack>
  );
}

function Price({ model: { pricing } }: { model: Model }) {
  return (
    <Group gap={6}>
      <Badge variant="light" tt="none" size="lg" fw={600}>
        {priceText(pricing)}
      </Badge>
      {multiplierTexts(pricing).map((text) => (
        <Badge key={text} variant="default" tt="none" size="lg" fw={400}>
          {text}
        </Badge>
      ))}
    </Group>
  );
}

function ModelOption({ model }: { model: Model }) {
  return (
    <div>
      <Text size="sm">{model.title}</Text>
      <Text size="xs" c="dimmed">
        {priceText(model.pricing)}
      </Text>
    </div>
  );
}

function ModalityLabel({ modality }: { modality: Modality }) {
  const Icon = MODALITY_ICONS[modality];
  return (
    <Group gap={6} justify="center" wrap="nowrap">
      {/* A phone has no room for it. */}
      <Box component="span" visibleFrom="xs" lh={0}>
        <Icon size={16} stroke={1.7} aria-hidden />
      </Box>
      <span>{MODALITIES[modality]}</span>
    </Group>
  );
}

function distinct(values: string[]): string[] {
  return [...new Set(values)];
}
