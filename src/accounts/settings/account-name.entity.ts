import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A table of its own, because rows of `accounts` get a version with every charge. */
@Entity({ name: 'account_names' })
@Check('account_names_length', 'char_length(name) between 1 and 100')
export class AccountNameEntity {
  @PrimaryColumn('uuid')
  accountId!: string;

  @Column('text')
  name!: string;
}
