import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
@Index(['accountId', 'createdAt'])
@Index(['status', 'createdAt'])
export class Prediction {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('uuid')
  keyId!: string;

  @Column()
  modelKey!: string;

  @Column()
  model!: string;

  @Column()
  modality!: string;

  @Column()
  operation!: string;

  @Column('jsonb')
  input!: Record<string, unknown>;

  @Column('jsonb', { default: {} })
  metadata!: Record<string, string>;

  @Column('bigint')
  cost!: string;

  @Column({ default: 'processing' })
  status!: string;

  @Column({ default: 0 })
  attempts!: number;

  @Column({ default: 0 })
  progress!: number;

  @Column('jsonb', { nullable: true })
  outputs!: unknown;

  @Column('text', { nullable: true })
  error!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  startedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  completedAt!: Date | null;
}
