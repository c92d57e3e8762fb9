import { Paper, Stack, useComputedColorScheme, useMantineTheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import WaveSurfer from 'wavesurfer.js';
import { styleNonce } from '../app/nonce';
import classes from './media.module.css';

const HEIGHT_PX = 96;

/** Renders a clickable waveform. Keyboard and screen readers use the browser's audio player below it. */
export default function Waveform({ url, label }: { url: string; label: string }) {
  const container = useRef<HTMLDivElement>(null);
  const player = useRef<HTMLAudioElement>(null);
  const { colors } = useMantineTheme();
  const isDark = useComputedColorScheme() === 'dark';
  const waveColor = colors.indigo[isDark ? 4 : 3];
  const progressColor = colors.indigo[isDark ? 1 : 8];
  useEffect(() => {
    const surfer = WaveSurfer.create({
      container: container.current!,
      media: player.current!,
      url,
      height: HEIGHT_PX,
      barWidth: 3,
      barGap: 2,
      barRadius: 3,
      waveColor,
      progressColor,
      cspNonce: styleNonce(),
    });
    return () => surfer.destroy();
  }, [url, waveColor, progressColor]);
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <div ref={container} aria-hidden data-testid="waveform" />
        <audio
          ref={player}
          src={url}
          controls
          preload="metadata"
          aria-label={label}
          className={classes.audio}
        />
      </Stack>
    </Paper>
  );
}
