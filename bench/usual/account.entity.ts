import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
export class Account {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** Thousandths of a credit. The driver returns a bigint as text. */
  @Column('bigint')
  balance!: string;
}
