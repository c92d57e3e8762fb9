import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
export class LedgerEntry {
  @PrimaryGeneratedColumn()
  id!: number;

  @Index()
  @Column('uuid')
  accountId!: string;

  @Index()
  @Column('uuid')
  predictionId!: string;

  @Column()
  kind!: string;

  @Column('bigint')
  amount!: string;

  @Column('bigint')
  balanceAfter!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
