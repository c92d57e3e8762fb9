import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { InlineInputs } from '../creation/inline-inputs.js';
import { ExpiredOutputs } from '../outputs/expired-outputs.js';
import { DELETE_CONTENT } from './prediction.deletion.sql.js';

/** Deletes prompt, input and files of final predictions. The ledger and the row stay. */
@Injectable()
export class PredictionDeletion {
  constructor(
    private readonly database: Database,
    private readonly outputs: ExpiredOutputs,
    private readonly inputs: InlineInputs,
  ) {}

  /**
   * Returns when the files are gone. A repeated call removes what is left of a deletion that failed.
   * @param id the UUID. @throws 409 `prediction_processing`; 503 when the storage fails: the sweeper then removes the files.
   */
  async delete(id: string): Promise<void> {
    const [deleted] = await this.database.run(DELETE_CONTENT, { id });
    if (!deleted) throw new AppError('prediction_processing');
    try {
      if (deleted.has_outputs) await this.outputs.removeOf(id);
      if (deleted.has_inputs) await this.inputs.remove([id]);
    } catch (error) {
      throw new AppError('service_unavailable', { headers: { 'Retry-After': '5' }, cause: error });
    }
  }
}
