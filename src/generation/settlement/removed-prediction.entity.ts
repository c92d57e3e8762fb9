import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { IS_MISDATED } from '../misdated.sql.js';

/**
 * Remains after the retention of a prediction for the ledger, its verification and its sums, without its content. Append-only by triggers.
 */
@Entity({ name: 'removed_predictions' })
@Check('removed_predictions_status_final', "status in ('completed', 'failed')")
@Index('removed_predictions_account', ['accountId', 'createdAt'])
@Index('removed_predictions_misdated', ['id'], { where: IS_MISDATED })
export class RemovedPredictionEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  /** Null: started by a signed-in user in the dashboard. */
  @Column('uuid', { nullable: true })
  keyId!: string | null;

  @Column('timestamptz')
  createdAt!: Date;

  /** Thousandths of a credit. */
  @Column('bigint')
  cost!: string;

  @Column('text')
  status!: 'completed' | 'failed';

  @Column('text')
  modelKey!: string;
}
