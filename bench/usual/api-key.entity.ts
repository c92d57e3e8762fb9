import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
export class ApiKey {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Index({ unique: true })
  @Column()
  secretHash!: string;

  @Column('text', { array: true })
  scopes!: string[];

  @Column()
  rateLimit!: number;

  @Column('timestamptz', { nullable: true })
  revokedAt!: Date | null;
}
