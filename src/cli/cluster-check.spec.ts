import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { clusterCheck } from './cluster-check.js';
import { CommandError } from './command.js';

interface Node {
  version?: string;
  watchdog?: unknown;
  failed?: boolean;
  role?: string;
}

const NODES: Node[] = [{ role: 'leader' }, { role: 'sync_standby' }, { role: 'replica' }];
const CONFIG = { synchronous_mode: true, ttl: 20, loop_wait: 3, retry_timeout: 5 };

describe('offprint cluster check', () => {
  let server: Server;
  let base: string;
  let nodes: Node[];
  let config: object;

  beforeAll(async () => {
    // One server plays all nodes: Patroni's bodies with the node's number in its address.
    server = createServer(({ url = '' }, response) => {
      const bodyOf = () => {
        if (url === '/config') return config;
        if (url === '/cluster')
          return {
            members: nodes.map(({ role }, at) => ({
              ...{ name: `pg${at + 1}`, role, state: 'running' },
              api_url: base.replace('127.0.0.1', `127.0.0.${at + 1}`) + '/patroni',
            })),
          };
        const at = Number(server.address() && response.socket?.localAddress?.split('.').at(-1)) - 1;
        const { version = '4.1.0', watchdog = 'required', failed } = nodes[at]!;
        return {
          ...{ state: 'running', patroni: { version, scope: 'offprint' }, tags: { watchdog } },
          ...(failed && { watchdog_failed: true }),
        };
      };
      response.end(JSON.stringify(bodyOf()));
    });
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    nodes = NODES;
    config = CONFIG;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  async function check(...more: string[]) {
    const lines: string[] = [];
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      lines.push(String(text));
      return true;
    });
    try {
      return {
        code: await clusterCheck.readStandalone(['--patroni', base, ...more])(),
        text: lines.join(''),
      };
    } finally {
      write.mockRestore();
    }
  }

  it('calls three nodes of 4.1.0 with a watchdog and a synchronous standby safe', async () => {
    expect(await check()).toEqual({ code: 0, text: '3 nodes: safe\n' });
  });

  it.each(['3.0.2', '3.3.11', '4.0.11', '4.1.0rc1', '4.1.0.dev2', '3', '', 'unknown'])(
    'refuses Patroni "%s" on one node',
    async (version) => {
      nodes = [NODES[0]!, NODES[1]!, { ...NODES[2], version }];
      const { code, text } = await check();
      expect(code).toBe(1);
      expect(text).toContain('pg3: Patroni');
      expect(text).toContain('4.1.0 or newer is needed');
      expect(text).toContain('NOT safe');
    },
  );

  it.each(['4.1.0', '4.1.1', '4.1', '4.2.0rc1', '4.10.0', '5.0.0'])('takes Patroni %s', async (version) => {
    nodes = NODES.map((node) => ({ ...node, version }));
    expect((await check()).code).toBe(0);
  });

  it.each([[{ watchdog: false }], [{ watchdog: 'automatic' }], [{ watchdog: 'required', failed: true }]])(
    'refuses a node with %j',
    async (changes) => {
      nodes = [{ ...NODES[0], ...changes }, NODES[1]!, NODES[2]!];
      const { code, text } = await check();
      expect(code).toBe(1);
      expect(text).toMatch(/^pg1: .*watchdog/);
    },
  );

  it('takes nodes without a watchdog only when it is told to, and a broken one never', async () => {
    nodes = NODES.map((node) => ({ ...node, watchdog: false }));
    expect((await check('--without-watchdog')).code).toBe(0);
    nodes = NODES.map((node) => ({ ...node, failed: true }));
    expect((await check('--without-watchdog')).code).toBe(1);
  });

  it.each([
    [{ synchronous_mode: false }, 'synchronous_mode is not true'],
    [{ synchronous_mode: undefined }, 'synchronous_mode is not true'],
    [{ ttl: 10 }, 'loop_wait + 2 × retry_timeout is 13, above ttl (10)'],
  ])('refuses the configuration %j', async (changes, finding) => {
    config = { ...CONFIG, ...changes };
    const { code, text } = await check();
    expect(code).toBe(1);
    expect(text).toContain(finding);
  });

  it('refuses a cluster without a leader, without a synchronous standby or with two nodes', async () => {
    nodes = [{ role: 'replica' }, { role: 'replica' }];
    const { text } = await check();
    for (const finding of ['there are 2 nodes', 'there is no leader', 'no synchronous standby'])
      expect(text).toContain(finding);
  });

  it('says in one sentence that nobody answers, and takes only an address', async () => {
    const nobody = clusterCheck.readStandalone(['--patroni', 'http://127.0.0.1:1']);
    await expect(nobody()).rejects.toThrow(/^http:\/\/127\.0\.0\.1:1 does not answer as Patroni/);
    for (const argv of [[], ['--patroni', 'pg1:8008'], ['--nodes', base]])
      expect(() => clusterCheck.readStandalone(argv)).toThrow(
        argv[0] === '--nodes' ? TypeError : CommandError,
      );
  });
});
