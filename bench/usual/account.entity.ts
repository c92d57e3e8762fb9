import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
export class Account {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  /** Thousandths of a credit; the driver gives a bigint as text. */
  @Column('bigint')
  balance!: string;
}
