import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where a customer receives webhooks. */
@Entity({ schema: 'acme', name: 'webhook_endpoints' })
export class WebhookEndpoint {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('text')
  url!: string;

  /** `whsec_` and base64: signs the webhooks of this customer. */
  @Column('text')
  secret!: string;
}
