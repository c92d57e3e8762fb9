import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A record stands for an answered request with an API key, or several of one kind (`count`). It holds no part of what the caller sent: no
 * body, query, prompt or address, and of the path only a prediction's id. No foreign keys: a record is removed after days.
 */
@Entity({ name: 'request_records' })
@Index('request_records_account', ['accountId', 'id'])
@Index('request_records_failed', ['accountId', 'status', 'id'], { where: 'status >= 400' })
export class RequestRecordEntity {
  /** UUIDv7 of the time at which the request arrived, by the clock of its process. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('uuid')
  keyId!: string;

  @Column('text')
  method!: string;

  /** The template, such as `/api/generate/status/:predictionId`. */
  @Column('text')
  route!: string;

  /** Null: the caller disconnected before the end of the response. */
  @Column('smallint', { nullable: true })
  status!: number | null;

  @Column('text', { nullable: true })
  code!: string | null;

  /** Milliseconds from the request to the end of its response. */
  @Column('integer')
  ms!: number;

  /** The prediction that was started, or that the path names. */
  @Column('uuid', { nullable: true })
  predictionId!: string | null;

  /** The record stands for so many requests. */
  @Column('integer')
  count!: number;
}
