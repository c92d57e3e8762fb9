import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A voucher that one account may redeem once. In a schema of the extension's own. */
@Entity({ schema: 'acme', name: 'vouchers' })
export class Voucher {
  @PrimaryColumn('text')
  code!: string;

  @Column('numeric')
  credits!: string;

  @Column('uuid', { name: 'redeemed_by', nullable: true })
  redeemedBy!: string | null;
}
