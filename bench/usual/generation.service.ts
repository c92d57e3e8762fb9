import { HttpException, HttpStatus, Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { Account } from './account.entity.js';
import type { ApiKey } from './api-key.entity.js';
import type { GenerateDto } from './generate.dto.js';
import { LedgerEntry } from './ledger-entry.entity.js';
import { Prediction } from './prediction.entity.js';

const COST = 3000n;

@Injectable()
export class GenerationService {
  constructor(
    private readonly dataSource: DataSource,
    @InjectRepository(Prediction) private readonly predictions: Repository<Prediction>,
  ) {}

  async start(key: ApiKey, { modelKey, ...input }: GenerateDto) {
    const prediction = await this.dataSource.transaction(async (manager) => {
      const account = await manager.findOneOrFail(Account, {
        where: { id: key.accountId },
        lock: { mode: 'pessimistic_write' },
      });
      const balance = BigInt(account.balance) - COST;
      if (balance < 0n) throw new HttpException('Insufficient credits', HttpStatus.PAYMENT_REQUIRED);
      account.balance = String(balance);
      await manager.save(account);
      const saved = await manager.save(
        manager.create(Prediction, {
          accountId: key.accountId,
          keyId: key.id,
          modelKey,
          model: 'embedded/scene-image',
          modality: 'image',
          operation: 'text-to-image',
          input,
          cost: String(COST),
        }),
      );
      await manager.save(
        manager.create(LedgerEntry, {
          accountId: key.accountId,
          predictionId: saved.id,
          kind: 'charge',
          amount: String(COST),
          balanceAfter: account.balance,
        }),
      );
      return saved;
    });
    const { id, model, modality } = prediction;
    return {
      success: true,
      predictionId: `pred_${id.replaceAll('-', '')}`,
      status: 'processing',
      model,
      modelKey,
      modality,
      creditCost: Number(COST) / 1000,
    };
  }

  async status(key: ApiKey, predictionId: string) {
    const id = predictionId.slice('pred_'.length);
    const found = await this.predictions.findOne({ where: { id, accountId: key.accountId } });
    if (!found) throw new NotFoundException();
    const { model, modelKey, modality, operation, status, attempts, progress, metadata } = found;
    return {
      success: true,
      predictionId,
      status,
      model,
      modelKey,
      modality,
      operation,
      creditCost: Number(found.cost) / 1000,
      creditsRefunded: status === 'failed' ? Number(found.cost) / 1000 : 0,
      attempts,
      progress,
      createdAt: found.createdAt.toISOString(),
      startedAt: found.startedAt?.toISOString() ?? null,
      completedAt: found.completedAt?.toISOString() ?? null,
      metadata,
      externalUserId: null,
      retryAfterMs: 3000,
    };
  }
}
