import { Box, Code } from '@mantine/core';
import { CopyIconButton } from './CopyIconButton';

/** Shows code with a copy button. The block can be focused and scrolled by keyboard. */
export function CopyableCode({ code, label }: { code: string; label: string }) {
  return (
    <Box pos="relative">
      <Code block tabIndex={0} aria-label={label} pr={44}>
        {code}
      </Code>
      <Box pos="absolute" top={6} right={6}>
        <CopyIconButton value={code} label={`Copy ${label}`} />
      </Box>
    </Box>
  );
}
