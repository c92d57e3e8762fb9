// Writes a line for each generation that was completed and paid. PLUGINS in .env loads it.
import { appendFile } from 'node:fs/promises';
import { EventListener } from 'offprint';

class Sales extends EventListener {
  /** @readonly */
  name = 'sales';
  kinds = /** @type {const} */ (['prediction.completed']);

  /**
   * When it throws, the same events come again: a line with an id that you have is the same sale.
   * @param {import('offprint').EventBatch} batch
   */
  async handle({ events }) {
    const lines = events
      .filter((event) => event.kind === 'prediction.completed')
      .map(({ at, id, accountId, predictionId, data }) =>
        [at, id, accountId, predictionId, data.modelKey, data.creditCost].join(),
      );
    await appendFile(process.env.SALES_FILE ?? './data/sales.csv', `${lines.join('\n')}\n`);
  }
}

/** @type {import('offprint').Plugin} */
export default { name: 'sales', listeners: [Sales] };
