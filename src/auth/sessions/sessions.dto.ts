import { ApiProperty } from '../../platform/http/index.js';

/** One sign-in on one device. */
export class SessionRecord {
  @ApiProperty({ example: 'ses_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  id!: string;
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
  @ApiProperty({
    format: 'date-time',
    description: 'When the session was last renewed; an open page renews it every 15 minutes.',
  })
  lastUsedAt!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'The `User-Agent` of the sign-in.' })
  userAgent!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'The IP address of the sign-in.' })
  address!: string | null;
  @ApiProperty({ description: 'True for the session of this request.' })
  current!: boolean;
}

/** Response of GET /api/auth/sessions. */
export class SessionListBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [SessionRecord] })
  items!: SessionRecord[];
}
