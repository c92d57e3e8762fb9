import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { LookAhead } from '../../http/index.js';
import type { PredictionRow } from '../store/prediction.js';
import { PredictionReader } from '../store/prediction.reader.js';
import { parsePredictionId } from '../store/prediction-id.js';

/**
 * Looks up the prediction of a poll while its caller is being admitted: two statements side by side instead of one after
 * the other. It sees everything that was committed when the request came in, as a later look would.
 */
@Injectable()
export class StatusLookAhead extends LookAhead {
  private readonly begun = new WeakMap<Request, Promise<PredictionRow | null>>();

  constructor(private readonly reader: PredictionReader) {
    super();
  }

  begin(request: Request): void {
    const id = parsePredictionId(String(request.params.predictionId));
    if (id === null) return;
    const looking = this.reader.lookUp(id);
    // Who is not let in never takes it up; who is meets the error there.
    looking.catch(() => undefined);
    this.begun.set(request, looking);
  }

  /** What was begun for this request; undefined when nothing was. */
  take(request: Request): Promise<PredictionRow | null> | undefined {
    return this.begun.get(request);
  }
}
