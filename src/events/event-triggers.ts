import { Logger } from '@nestjs/common';
import type { Database } from '../platform/database/index.js';
import {
  BOUND_LOCK_WAIT,
  createTrigger,
  dropTrigger,
  encodedArguments,
  EVENT_TRIGGERS,
  HEARD_KINDS,
  LOCK_TRIGGERS,
  type TriggerState,
} from './event-triggers.sql.js';
import type { RecordedKind } from './recorded-kinds.js';

export class EventTriggers {
  private readonly logger = new Logger('events');

  constructor(private readonly database: Database) {}

  /**
   * Makes the triggers match the registered listeners. Each change is a transaction of its own, because a transaction that locked two
   * tables could deadlock with a writer. @throws when a table could not be locked soon.
   */
  async sync(): Promise<void> {
    for (const trigger of EVENT_TRIGGERS) {
      const present = await this.read(this.database);
      if (isRight(trigger, present)) continue;
      await this.database.transaction(async (tx) => {
        await tx.query(BOUND_LOCK_WAIT);
        await tx.query(LOCK_TRIGGERS);
        const state = await this.read(tx);
        if (isRight(trigger, state)) return;
        await tx.query(dropTrigger(trigger));
        const kinds = heardOf(trigger, state.kinds);
        if (kinds.length > 0) await tx.query(createTrigger(trigger, kinds));
        this.logger.log(`${trigger.table}: events recorded: ${kinds.join(', ') || 'none'}`);
      });
    }
  }

  private async read(on: Pick<Database, 'run'>): Promise<TriggerState> {
    const [state] = await on.run(HEARD_KINDS, {});
    return state!;
  }
}

const heardOf = ({ kinds }: { kinds: readonly RecordedKind[] }, heard: readonly RecordedKind[]) =>
  kinds.filter((kind) => heard.includes(kind));

function isRight(trigger: (typeof EVENT_TRIGGERS)[number], { kinds, triggers }: TriggerState): boolean {
  const heard = heardOf(trigger, kinds);
  return triggers[trigger.name] === (heard.length > 0 ? encodedArguments(heard) : undefined);
}
