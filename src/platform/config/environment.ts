import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  Min,
  MinLength,
} from 'class-validator';
import { WINDOW_SECONDS } from '../limits/index.js';
import { IsDatabaseAddress } from './database-address.decorator.js';
import { IsOrigin } from './origin.decorator.js';
import { IsPublicUrl } from './public-url.js';
import { SecretSetting, Setting } from './setting.decorator.js';

const asBoolean = ({ value }: TransformFnParams): unknown =>
  value === 'true' ? true : value === 'false' ? false : value;
const asNumber = ({ value }: TransformFnParams): unknown =>
  /^-?\d+(\.\d+)?$/.test(String(value)) ? Number(value) : value;
const asList = ({ value }: TransformFnParams) =>
  String(value)
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
const http = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** Applies decorators as if they stood on a field in this order: the last one runs first. */
const stack = (...decorators: PropertyDecorator[]) => applyDecorators(...decorators.reverse());

/** The range includes both ends. */
const NumberSetting = (fallback: string, [min, max]: [number, number], about: string, rule = IsNumber()) =>
  stack(Setting(fallback, about), Transform(asNumber), rule, Min(min), Max(max));
const IntegerSetting = (fallback: string, range: [number, number], about: string) =>
  NumberSetting(fallback, range, about, IsInt());
const BooleanSetting = (fallback: 'true' | 'false', about: string) =>
  stack(Setting(fallback, about), Transform(asBoolean), IsBoolean());
const OptionalTextSetting = (about: string) => stack(Setting('', about), IsOptional(), IsString());

/** Every environment variable of the service, validated once at boot. Nothing else reads `process.env`. */
export class Environment {
  @IntegerSetting('3000', [0, 65535], 'Port of the HTTP server.')
  PORT!: number;

  @Setting('127.0.0.1', 'Address to bind. 0.0.0.0 accepts connections from other machines.')
  @IsString()
  @Matches(/^[\w.:-]+$/)
  HOST!: string;

  @Setting(
    '',
    'Address under which callers reach the service, with a path at most; links to outputs start with it. Empty: http://HOST:PORT.',
  )
  @IsOptional()
  @IsPublicUrl()
  PUBLIC_URL?: string;

  @SecretSetting(
    'PostgreSQL to use, postgres://user:password@host:port/database, or several hosts with commas between them: the one that accepts writes is used. Empty: the service runs its own below DATA_DIR.',
  )
  @IsOptional()
  @IsDatabaseAddress()
  DATABASE_URL?: string;

  @SecretSetting(
    'The same database without a pooler, for what needs a session: listening, locks, migrations, commands. Empty: DATABASE_URL.',
  )
  @IsOptional()
  @IsDatabaseAddress()
  DATABASE_DIRECT_URL?: string;

  @Setting(
    'session',
    'transaction when DATABASE_URL leads to a pooler in transaction mode (docs/operating.md); needs DATABASE_DIRECT_URL.',
  )
  @IsIn(['session', 'transaction'])
  DATABASE_POOL_MODE!: 'session' | 'transaction';

  @BooleanSetting(
    'true',
    'false: no named prepared statements, for a pooler that does not support them (PgBouncer before 1.21).',
  )
  DATABASE_PREPARED!: boolean;

  @IntegerSetting(
    '12',
    [8, 1000],
    'Connections to PostgreSQL that this process opens at most. The start checks that max_connections bears those of all processes.',
  )
  DATABASE_CONNECTIONS!: number;

  @Setting(
    './data',
    'Directory of everything the service keeps on disk: its database, outputs, generated secrets.',
  )
  @IsString()
  DATA_DIR!: string;

  @OptionalTextSetting(
    'Directory of the catalogue: a YAML file per provider, and plans.yaml. Empty: the one that comes with the service.',
  )
  CATALOGUE_DIR?: string;

  @SecretSetting(
    'Secret that signs dashboard tokens and output links, at least 32 characters. Empty: generated once and kept in DATA_DIR. Processes that share a database must share it.',
  )
  @IsOptional()
  @MinLength(32)
  JWT_SECRET?: string;

  @Setting(
    '',
    'JWKS address of an outside identity provider whose access tokens the dashboard routes accept.',
  )
  @IsOptional()
  @IsUrl(http)
  AUTH_JWKS_URI?: string;

  @OptionalTextSetting('Issuer that outside tokens must name. Required with AUTH_JWKS_URI.')
  AUTH_ISSUER?: string;

  @OptionalTextSetting('Audience that outside tokens must name. Required with AUTH_JWKS_URI.')
  AUTH_AUDIENCE?: string;

  @Setting(
    '',
    'open: anyone may register. closed: registration returns 403. Empty: open while only this machine reaches the service (HOST is a loopback address, and PUBLIC_URL is not set or leads to one), else closed.',
  )
  @IsOptional()
  @IsIn(['open', 'closed'])
  REGISTRATION?: 'open' | 'closed';

  @NumberSetting(
    '1000',
    [0, 1_000_000_000],
    'Credits granted to a new account; at most 3 decimals.',
    IsNumber({ maxDecimalPlaces: 3 }),
  )
  SIGNUP_CREDITS!: number;

  @IntegerSetting(
    '15',
    [1, 365],
    'Days after the paid time of a subscription to a plan in which the payment service may still try to collect. After them it is ended there, and the account leaves the plan.',
  )
  SUBSCRIPTION_GRACE_DAYS!: number;

  @IntegerSetting(
    '300',
    [1, 10_000_000],
    `Requests per sliding ${WINDOW_SECONDS} s over all API keys together.`,
  )
  PLATFORM_RATE_LIMIT!: number;

  @Setting('platform', 'Scope of PLATFORM_RATE_LIMIT: platform, account or ip (IPv6 by its /64).')
  @IsIn(['platform', 'account', 'ip'])
  PLATFORM_RATE_LIMIT_PER!: 'platform' | 'account' | 'ip';

  @Setting(
    '1',
    'Processes of this start on one port: a number, or auto for the cores of the machine (docs/operating.md).',
  )
  @Matches(/^(auto|[1-9]\d{0,2})$/, { message: 'PROCESSES must be auto or a number from 1 to 999' })
  PROCESSES!: string;

  @Setting('api,worker', 'Roles of this process: api (serves HTTP), worker (advances predictions), or both.')
  @Transform(asList)
  @IsIn(['api', 'worker'], { each: true })
  ROLES!: ('api' | 'worker')[];

  @IntegerSetting(
    '8',
    [1, 1000],
    'Predictions this process advances at once. One that waits for a remote engine takes no slot.',
  )
  WORKER_CONCURRENCY!: number;

  @IntegerSetting('15', [2, 3600], 'Seconds after which a silent worker loses a prediction to another one.')
  LEASE_SECONDS!: number;

  @NumberSetting('30', [0.001, 36_500], 'Days an output is kept. Its prediction stays in the history.')
  OUTPUT_RETENTION_DAYS!: number;

  @IsOptional()
  @NumberSetting(
    '',
    [0.001, 876_000],
    'Hours that a link to an output works. Empty: as long as the output is kept.',
  )
  OUTPUT_LINK_HOURS?: number;

  @BooleanSetting(
    'true',
    "Results say in their metadata how they came to be (IPTC's digital source type), where their format has a place for it.",
  )
  OUTPUT_MARKS!: boolean;

  @IsOptional()
  @NumberSetting(
    '',
    [1, 36_500],
    'Days a prediction is kept after its end; not below OUTPUT_RETENTION_DAYS. Empty: for ever. Its ledger entries always are.',
  )
  PREDICTION_RETENTION_DAYS?: number;

  @IntegerSetting(
    '7',
    [0, 7],
    'Days the requests of API keys are in the request log, 0 to 7. 0: none are recorded.',
  )
  REQUEST_LOG_DAYS!: number;

  @IntegerSetting(
    '10',
    [1, 100],
    'Requests a second of a key, method, route and status that a process logs one by one; the last one stands for the others.',
  )
  REQUEST_LOG_RATE!: number;

  @NumberSetting('100', [0.001, 100], 'Megabytes that an uploaded file may have. Pictures: at most 25.')
  UPLOAD_MAX_MB!: number;

  @NumberSetting('24', [0.001, 876_000], 'Hours an upload is kept, and longer while a prediction needs it.')
  UPLOAD_RETENTION_HOURS!: number;

  @NumberSetting(
    '10000',
    [0, 1_000_000_000],
    'Megabytes of uploads that all accounts that have paid nothing may keep together.',
  )
  UPLOAD_UNPAID_MB!: number;

  @NumberSetting(
    '1000',
    [0, 1_000_000_000],
    'Megabytes of the disk that uploads leave free, for the database and for results.',
  )
  DISK_RESERVE_MB!: number;

  @Setting(
    'false',
    'Trusted proxies for the caller’s address: false, true, a number of hops, or addresses (loopback, 10.0.0.0/8).',
  )
  @Matches(
    /^(true|false|\d{1,2}|(loopback|linklocal|uniquelocal|[\da-fA-F.:]+(\/\d{1,3})?)(\s*,\s*(loopback|linklocal|uniquelocal|[\da-fA-F.:]+(\/\d{1,3})?))*)$/,
    {
      message: 'TRUST_PROXY must be false, true, a number of hops, or addresses',
    },
  )
  TRUST_PROXY!: string;

  @Setting(
    '',
    'Origins whose pages may call the routes of a signed-in user, as https://studio.example.com, separated by commas. Empty: none but its own.',
  )
  @Transform(asList)
  @IsOptional()
  @IsOrigin({ each: true })
  CORS_ORIGINS?: string[];

  @IntegerSetting(
    '16384',
    [100, 1_000_000],
    'Connections that callers may have open at once, at most the limit of open files (ulimit -n) less 1,000.',
  )
  MAX_CONNECTIONS!: number;

  @IntegerSetting(
    '65',
    [5, 3_600],
    'Seconds that an idle connection stays open (5–3600). More than the idle timeout of the load balancer in front: 620 for one that keeps 600.',
  )
  KEEP_ALIVE_SECONDS!: number;

  @Setting('info', 'fatal, error, warn, info, debug, trace or silent.')
  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  LOG_LEVEL!: string;

  @Setting('json', 'json, or pretty for reading in a terminal.')
  @IsIn(['json', 'pretty'])
  LOG_FORMAT!: 'json' | 'pretty';

  @OptionalTextSetting(
    'ffmpeg for upscaling videos that the built-in engine did not make. Empty: the one on PATH, if there is one.',
  )
  FFMPEG_PATH?: string;

  @Setting(
    'on',
    'on or off: the built-in engine. Without it its models are not offered. Advised off where another engine serves models.',
  )
  @IsIn(['on', 'off'])
  BUILT_IN_ENGINE!: 'on' | 'off';

  @Setting('', 'Extensions to load: packages or files, separated by commas. See docs/extending.md.')
  @Transform(asList)
  @IsOptional()
  @IsString({ each: true })
  PLUGINS?: string[];

  @NumberSetting(
    '7',
    [0.001, 3650],
    'Days after which a listener of an extension that no process runs is forgotten, with its position.',
  )
  LISTENER_DAYS!: number;

  @BooleanSetting(
    'false',
    'Offers the model embedded-fault, which fails on request. For tests and evaluation only.',
  )
  ENABLE_FAULT_MODEL!: boolean;

  @SecretSetting(
    'Bearer token for GET /metrics, 16 characters or more. Empty: only callers on this machine that came through no proxy may read /metrics.',
  )
  @IsOptional()
  @MinLength(16)
  METRICS_TOKEN?: string;
}
