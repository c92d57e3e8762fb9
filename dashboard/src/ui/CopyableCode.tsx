import { Box, Code } from '@mantine/core';
import { CopyIconButton } from './CopyIconButton';

interface CopyableCodeProps {
  code: string;
  label: string;
  /** Called when it was copied, by the button or by hand. */
  onCopied?: () => void;
}

/** Shows code with a copy button. The block can be focused and scrolled by keyboard. */
export function CopyableCode({ code, label, onCopied }: CopyableCodeProps) {
  return (
    <Box pos="relative" onCopy={onCopied}>
      <Code block tabIndex={0} aria-label={label} pr={44}>
        {code}
      </Code>
      <Box pos="absolute" top={6} right={6}>
        <CopyIconButton value={code} label={`Copy ${label}`} onCopied={onCopied} />
      </Box>
    </Box>
  );
}
