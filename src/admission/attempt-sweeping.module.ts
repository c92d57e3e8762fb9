import { Module } from '@nestjs/common';
import { AttemptLimitsSweeper } from './attempt-limits.sweeper.js';

/** Deletes attempt windows that are over. In processes with the role `api`. */
@Module({ providers: [AttemptLimitsSweeper] })
export class AttemptSweepingModule {}
