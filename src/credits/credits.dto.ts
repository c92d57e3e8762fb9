import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsNumber, IsString, Matches, Max, MaxLength, Min } from 'class-validator';

export class BalanceBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ description: 'Spendable credits; at most 3 decimals.', example: 974.5 })
  balance!: number;
  @ApiProperty({ description: 'The key of the account’s plan.', example: 'free' })
  plan!: string;
  @ApiProperty({ format: 'date-time', description: 'When the balance last changed.' })
  updatedAt!: string;
}

export class LedgerEntry {
  @ApiProperty({ example: 'led_42' })
  id!: string;
  @ApiProperty({ enum: ['grant', 'charge', 'refund', 'adjustment'] })
  kind!: 'grant' | 'charge' | 'refund' | 'adjustment';
  @ApiProperty({ description: 'Credits, signed: what the balance changed by.', example: -4 })
  amount!: number;
  @ApiProperty({ example: 996 })
  balanceAfter!: number;
  @ApiProperty({ type: 'string', nullable: true, description: 'The prediction of a charge or refund.' })
  predictionId!: string | null;
  @ApiProperty({ type: 'string', nullable: true })
  note!: string | null;
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

export class LedgerPageBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [LedgerEntry] })
  items!: LedgerEntry[];
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;
}

/** Body of POST /api/admin/credits/grants. */
export class GrantDto {
  @ApiProperty({
    description: 'Account that receives the credits.',
    example: 'acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f',
  })
  @IsString()
  @Matches(/^acc_[0-9a-f]{32}$/)
  accountId!: string;

  @ApiProperty({ description: 'Credits, more than 0, at most 3 decimals.', example: 100 })
  @IsNumber({ maxDecimalPlaces: 3, allowInfinity: false, allowNaN: false })
  @Min(0.001)
  @Max(1_000_000_000)
  amount!: number;

  @ApiProperty({ description: 'Why; shown in the account’s ledger.', maxLength: 500 })
  @IsString()
  @IsNotEmpty()
  @MaxLength(500)
  note!: string;
}

export class GrantBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty()
  accountId!: string;
  @ApiProperty({ description: 'Credits granted.' })
  amount!: number;
  @ApiProperty({ description: 'Balance after the grant.' })
  balance!: number;
}
