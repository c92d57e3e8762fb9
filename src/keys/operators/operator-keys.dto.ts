import {
  bodyOf,
  Field,
  NullableField,
  OPERATOR_SCOPES,
  type OperatorScope,
  pageBodyOf,
} from '../../platform/http/index.js';
import { KeyValidityDto } from '../key-settings.dto.js';
import { KeyName, KeyScopes } from '../keys.dto.js';
import { OPERATOR_KEY_STATUSES, type OperatorKeyStatus } from './operator-keys.sql.js';

export class CreateOperatorKeyDto extends KeyValidityDto {
  @KeyName('Shop') name!: string;
  @KeyScopes(OPERATOR_SCOPES) scopes!: OperatorScope[];
}

export class OperatorKeyRecord {
  @Field.id('opk') id!: string;
  @Field({ example: 'Shop' }) name!: string;
  @Field('Prefix, 12 stars, last 4 characters.', { example: 'of_ops_************1a2b' })
  masked!: string;
  @Field.someOf(OPERATOR_SCOPES) scopes!: OperatorScope[];
  @NullableField.texts('The only addresses and networks that it may be used from; null: every address.')
  allowedIps!: string[] | null;
  @Field.integer('Requests that the key authenticated, including rejected ones.', { example: 0 })
  requests!: number;
  @NullableField.instant() lastUsedAt!: string | null;
  @NullableField.instant() expiresAt!: string | null;
  @NullableField.instant() revokedAt!: string | null;
  @Field.oneOf(OPERATOR_KEY_STATUSES, '`expired` and `revoked`: requests return 401.')
  status!: OperatorKeyStatus;
  @NullableField.text('The administrator who created it; null: the command.')
  createdBy!: string | null;
  @NullableField.text({ example: 'ada@example.com' }) createdByEmail!: string | null;
  @Field.instant() createdAt!: string;
}

export class OperatorKeyBody extends bodyOf(OperatorKeyRecord) {}

/** The only response that contains the secret. */
export class CreatedOperatorKeyBody extends OperatorKeyBody {
  @Field('The secret. Shown once; only its SHA-256 is kept.', { example: `of_ops_${'0'.repeat(48)}` })
  key!: string;
}

export class OperatorKeysPage extends pageBodyOf(OperatorKeyRecord) {}
