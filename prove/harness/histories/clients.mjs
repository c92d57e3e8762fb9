// The clients of a history: several run concurrently, each with sequential operations and a random stream of its own.

/**
 * @param {import('../random.mjs').Random} random of the history
 * @param {number} clients
 * @param {number} operations of all clients together
 * @param {(client: number, random: import('../random.mjs').Random, left: number) => Promise<void>} step `left`: remaining
 *   operations of this client, this one included
 */
export async function runClients(random, clients, operations, step) {
  const run = async (client) => {
    const own = random.fork(`client ${client}`);
    for (let left = operations / clients; left > 0; left -= 1) await step(client, own, left);
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
}
