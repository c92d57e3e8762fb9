import { IsBoolean, IsString, MaxLength, ValidateIf } from 'class-validator';
import { ApiProperty, ApiPropertyOptional } from '../platform/http/index.js';

/** Allows omission but not `null`. */
const Omittable = () => ValidateIf((_body, value) => value !== undefined);

/** Body of DELETE /api/admin/accounts/:id. */
export class DeleteAccountDto {
  @ApiPropertyOptional({
    default: false,
    description:
      'True also deletes an account with running predictions, credits or a debt: predictions are cancelled and refunded, credits and debt written off by an `adjustment`.',
  })
  @Omittable()
  @IsBoolean()
  force?: boolean;
}

/** Body of DELETE /api/account. */
export class DeleteOwnAccountDto extends DeleteAccountDto {
  @ApiProperty({ format: 'password', maxLength: 1024, description: 'The current password.' })
  @IsString()
  @MaxLength(1024)
  password!: string;
}

/** The response of an accepted deletion. */
export class DeletionAcceptedBody {
  @ApiProperty({ enum: [true] })
  success!: true;
}
