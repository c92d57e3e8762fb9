import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A voucher that one account may redeem, once. */
@Entity({ schema: 'acme', name: 'vouchers' })
export class Voucher {
  @PrimaryColumn('text')
  code!: string;

  @Column('numeric')
  credits!: string;

  @Column('uuid', { name: 'redeemed_by', nullable: true })
  redeemedBy!: string | null;
}
