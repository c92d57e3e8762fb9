import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An account's id in the operator's own systems. A table of its own, because rows of `accounts` get a version with every charge. */
@Entity({ name: 'account_references' })
@Check('account_references_external_id_length', 'char_length(external_id) between 1 and 200')
@Index('account_references_external_id_unique', ['externalId'], { unique: true })
export class AccountReferenceEntity {
  @PrimaryColumn('uuid')
  @ForeignKey('accounts')
  accountId!: string;

  @Column('text')
  externalId!: string;
}
