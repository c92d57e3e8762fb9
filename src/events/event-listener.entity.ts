import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Only the statements of this folder write the progress of a listener. */
@Entity({ name: 'event_listeners' })
@Check('event_listeners_name_form', "name ~ '^[a-z][a-z0-9-]{0,62}$'")
@Check('event_listeners_hears_something', 'cardinality(kinds) > 0')
export class EventListenerEntity {
  @PrimaryColumn('text')
  name!: string;

  /** The kinds of rows of `events` that it hears. */
  @Column('text', { array: true })
  kinds!: string[];

  /** Every event up to this position is handled. */
  @Column('bigint')
  position!: string;

  /** The fence increases with every claim: a write with an older one changes nothing. */
  @Column('bigint', { default: 0 })
  fence!: string;

  @Column('timestamptz', { nullable: true })
  leaseUntil!: Date | null;

  /** Failed attempts at the events after the position. */
  @Column('integer', { default: 0 })
  failures!: number;

  /** When the next attempt is due. Null: now. */
  @Column('timestamptz', { nullable: true })
  retryAt!: Date | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  seenAt!: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
