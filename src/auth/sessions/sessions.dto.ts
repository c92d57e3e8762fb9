import { ApiProperty } from '../../http/index.js';

/** One sign-in on one device. */
export class SessionRecord {
  @ApiProperty({ example: 'ses_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  id!: string;
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
  @ApiProperty({
    format: 'date-time',
    description: 'When it was last renewed; a page that is open does so every 15 minutes.',
  })
  lastUsedAt!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'What the browser said it is.' })
  userAgent!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'Where it began.' })
  address!: string | null;
  @ApiProperty({ description: 'This very session.' })
  current!: boolean;
}

/** Answer of GET /api/auth/sessions. */
export class SessionListBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [SessionRecord] })
  items!: SessionRecord[];
}
