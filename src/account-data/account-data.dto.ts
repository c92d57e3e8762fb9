import { InputField, OmittableInput, SuccessBody } from '../platform/http/index.js';

/** Body of DELETE /api/admin/accounts/:id. */
export class DeleteAccountDto {
  @OmittableInput.boolean({
    default: false,
    description:
      'True also deletes an account with running predictions, credits or a debt: predictions are cancelled and refunded, credits and debt written off by an `adjustment`.',
  })
  force?: boolean;
}

/** Body of DELETE /api/account. */
export class DeleteOwnAccountDto extends DeleteAccountDto {
  @InputField.secret(1024, 'The current password.')
  password!: string;
}

export class DeletionAcceptedBody extends SuccessBody {}
