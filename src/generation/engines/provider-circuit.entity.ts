import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** An engine whose last exchange failed on the operator's side, or an operation that it cannot do. A success removes the row. */
@Entity({ name: 'provider_circuits' })
@Check('provider_circuits_failures_positive', 'failures > 0')
export class ProviderCircuitEntity {
  /** `engine`, or `engine/operation`. */
  @PrimaryColumn('text')
  provider!: string;

  /** Consecutive. */
  @Column('integer')
  failures!: number;

  /** Null while the circuit is not open. */
  @Column('timestamptz', { nullable: true })
  openUntil!: Date | null;

  /** For the operator, without secrets. */
  @Column('text')
  reason!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  changedAt!: Date;
}
