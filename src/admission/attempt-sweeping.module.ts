import { Module } from '@nestjs/common';
import { AttemptLimitsSweeper } from './attempt-limits.sweeper.js';

/** Runs in processes with the role `api`. */
@Module({ providers: [AttemptLimitsSweeper] })
export class AttemptSweepingModule {}
