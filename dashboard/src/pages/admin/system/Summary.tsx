import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { amount } from '../../../text/amounts';
import { Figure } from '../../../ui/Figure';
import { Age } from './Age';
import { estimate, rolesText, windowName, workOf } from './system-text';
import type { System } from './useSystem';

/** The window whose figures are shown. */
const HOUR = 3600;

/** Shows the key figures of the installation. */
export function Summary({ system }: { system: System }) {
  const { processes, queue, throughput, at } = system;
  const work = queue && workOf(queue);
  const settled = throughput?.find(({ seconds }) => seconds === HOUR);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <SystemFigure
        label="Processes"
        value={processes && amount(processes.length)}
        note={processes && rolesText(processes)}
      />
      <SystemFigure
        label="Waiting"
        value={work && amount(work.waiting)}
        note={
          work?.oldestWaitingSeconds == null ? (
            'predictions that no worker has begun'
          ) : (
            <>
              oldest <Age seconds={work.oldestWaitingSeconds} at={at} />
            </>
          )
        }
      />
      <SystemFigure label="Running" value={work && amount(work.running)} note="predictions" />
      <SystemFigure
        label="Completed"
        value={settled ? estimate(settled.completed, settled.estimated) : null}
        note={
          settled && `in the last ${windowName(HOUR)}; ${estimate(settled.failed, settled.estimated)} failed`
        }
      />
    </SimpleGrid>
  );
}

/** @param value null: the part could not be read; its card has the reason. */
function SystemFigure({ label, value, note }: { label: string; value: string | null; note: ReactNode }) {
  return <Figure label={label} value={value ?? '–'} note={value === null ? 'not available' : note} />;
}
