import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** As in `prediction.entity.ts`: entities import none of each other. */
const IS_MISDATED = `(created_at - to_timestamp(('x' || left(id::text, 8))::bit(32)::bigint * 65.536::float8))
  not between interval '-5 minutes' and interval '5 minutes'`;

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
