/** The Model Context Protocol server on standard input and output: its tools by the official client, against the real service. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Progress } from '@modelcontextprotocol/sdk/types.js';
import { FakeEngine, startTestService, type TestAccount, type TestService } from '../../src/testing/index.js';
import {
  buildMcp,
  connectStdio,
  endMcp,
  MCP_PROGRAM,
  type McpClient,
  mcpEnv,
  textOf,
} from '../support/mcp.js';
import { until } from '../support/service-process.js';

let service: TestService;
let account: TestAccount;
let key: string;
let mcp: McpClient;
let directory: string;

beforeAll(async () => {
  await buildMcp();
  service = await startTestService({ engines: [new FakeEngine()] });
  account = await service.account({ credits: 1_000 });
  key = (await account.key()).secret;
  directory = await mkdtemp(join(tmpdir(), 'offprint-mcp-'));
  mcp = await connectStdio({ url: service.url, key });
}, 180_000);
afterAll(async () => {
  await endMcp();
  await service.close();
  await rm(directory, { recursive: true });
});

const request = (prompt: string, modelKey = 'fake-image') => ({ modelKey, input: { prompt } });
/** A prediction that the engine does not finish. */
const endless = (prompt: string) => service.engine.next({ prompt, submit: 'pending', poll: 'pending' });

describe('the tools', () => {
  it('have truthful annotations and schemas', async () => {
    const { tools } = await mcp.client.listTools();
    const table = tools.map(({ name, annotations: a }) => [
      name,
      a?.readOnlyHint,
      a?.destructiveHint,
      a?.idempotentHint,
    ]);
    expect(table).toEqual([
      ['list_models', true, false, true],
      ['get_model', true, false, true],
      ['quote', true, false, true],
      ['generate', false, false, false],
      ['get_prediction', true, false, true],
      ['cancel_prediction', false, true, true],
      ['list_predictions', true, false, true],
      ['get_balance', true, false, true],
    ]);
    for (const tool of tools) expect(tool.outputSchema).toMatchObject({ type: 'object' });
  });

  it('list the models, describe one, and ask for a price without a charge', async () => {
    const models = await mcp.call('list_models', { modality: 'video' });
    const { models: listed } = models.structuredContent as {
      models: { modelKey: string; modality: string }[];
    };
    expect(listed.map(({ modelKey }) => modelKey)).toContain('fake-video');
    expect(new Set(listed.map(({ modality }) => modality))).toEqual(new Set(['video']));
    const { structuredContent: model } = await mcp.call('get_model', { modelKey: 'fake-image' });
    expect(model).toMatchObject({
      modelKey: 'fake-image',
      inputSchema: { properties: { prompt: { type: 'string' } } },
    });
    expect(JSON.stringify(model)).not.toContain('"modelKey":{');
    const quote = await mcp.call('quote', request('a price'));
    expect(quote.structuredContent).toMatchObject({ creditCost: 1, affordable: true, withinCeiling: true });
    expect(await account.balance()).toBe(1_000);
  });

  it('name the spend limit that a generation would exceed', async () => {
    const body = { name: 'poor', scopes: ['read', 'write'], spendLimit: { credits: 0.5, period: 'day' } };
    const { body: poor } = await service.request('POST', '/api/keys', { token: account, body });
    const limited = await connectStdio({ url: service.url, key: poor.key });
    const quote = await limited.call('quote', request('too dear'));
    expect(quote.structuredContent).toMatchObject({
      affordable: false,
      refusal: { code: 'key_spend_limit_reached', limit: 0.5, spent: 0, resetsAt: expect.any(String) },
    });
  });

  it('read predictions, their list and the balance', async () => {
    const { structuredContent: made } = await mcp.call('generate', request('to be listed'));
    const predictionId = made!.predictionId as string;
    const read = await mcp.call('get_prediction', { predictionId });
    expect(read.structuredContent).toMatchObject({ predictionId, status: 'completed' });
    expect(read.content.map(({ type }) => type)).toEqual(['text', 'image']);
    const list = await mcp.call('list_predictions', { limit: 1 });
    expect(list.structuredContent).toMatchObject({ predictions: [{ predictionId, prompt: 'to be listed' }] });
    const balance = await mcp.call('get_balance');
    expect(balance.structuredContent).toMatchObject({
      balance: await account.balance(),
      ceiling: { maxCredits: null, left: null },
    });
  });
});

describe('generate', () => {
  it('returns a picture inline, with progress that rises to its end', async () => {
    service.engine.next({
      prompt: 'a lighthouse',
      submit: 'pending',
      poll: ['pending', 'done'],
      progress: 40,
    });
    const seen: Progress[] = [];
    const result = await mcp.call('generate', request('a lighthouse'), {
      onprogress: (one) => seen.push(one),
    });
    expect(result.isError).toBeFalsy();
    const { outputs, ceiling } = result.structuredContent as {
      outputs: { sha256: string }[];
      ceiling: object;
    };
    const image = result.content.find(({ type }) => type === 'image') as { data: string; mimeType: string };
    expect(image.mimeType).toBe('image/png');
    expect(createHash('sha256').update(Buffer.from(image.data, 'base64')).digest('hex')).toBe(
      outputs[0]!.sha256,
    );
    expect(ceiling).toMatchObject({ maxCredits: null, left: null });
    expect(JSON.parse(textOf(result))).toEqual(result.structuredContent);
    const values = seen.map(({ progress }) => progress);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    expect(seen.at(-1)).toMatchObject({ progress: 100, total: 100, message: 'completed' });
    expect(seen.length).toBeGreaterThan(1);
  });

  it('returns sound inline, and a video as a link with its type and size', async () => {
    const sound = await mcp.call('generate', request('rain', 'fake-audio'));
    expect(sound.content.map(({ type }) => type)).toEqual(['text', 'audio']);
    const video = await mcp.call('generate', request('a storm', 'fake-video'));
    const [output] = video.structuredContent!.outputs as {
      url: string;
      bytes: number;
      contentType: string;
    }[];
    expect(video.content[1]).toMatchObject({
      type: 'resource_link',
      uri: output!.url,
      mimeType: output!.contentType,
      size: output!.bytes,
    });
    expect((await fetch(output!.url)).status).toBe(200);
  });

  it('returns what is larger than the limit as a link, and saves each file once to the operator’s directory', async () => {
    const args = ['--max-inline-bytes', '10', '--save-dir', directory];
    const other = await connectStdio({ url: service.url, key }, ...args);
    const made = await other.call('generate', request('too large'));
    expect(made.content.map(({ type }) => type)).toEqual(['text', 'resource_link']);
    const { predictionId, outputs } = made.structuredContent as {
      predictionId: string;
      outputs: { savedTo: string; sha256: string }[];
    };
    const [{ savedTo, sha256 }] = outputs as [(typeof outputs)[0]];
    expect(savedTo).toBe(join(directory, `${predictionId}.png`));
    expect(
      createHash('sha256')
        .update(await readFile(savedTo))
        .digest('hex'),
    ).toBe(sha256);
    const again = await other.call('get_prediction', { predictionId });
    expect(again.structuredContent!.outputs).toMatchObject([{ savedTo }]);
    expect(await readdir(directory)).toEqual([`${predictionId}.png`]);
  });

  it('that fails is an error of the tool with the reason, and refunded', async () => {
    service.engine.next({
      prompt: 'refused',
      submit: 'refuse',
      code: 'content_rejected',
      message: 'Not allowed.',
    });
    const balance = await account.balance();
    const result = await mcp.call('generate', request('refused'));
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('Not allowed. (content_rejected). 1 credits were refunded.');
    expect(result.structuredContent).toMatchObject({ status: 'failed', creditsRefunded: 1 });
    expect(await account.balance()).toBe(balance);
  });

  it('that takes longer than waitSeconds goes on, and can be cancelled', async () => {
    endless('slow');
    const balance = await account.balance();
    const started = await mcp.call('generate', { ...request('slow'), waitSeconds: 0 });
    expect(started.structuredContent).toMatchObject({ status: 'processing' });
    expect(await account.balance()).toBe(balance - 1);
    const { predictionId } = started.structuredContent!;
    const cancelled = await mcp.call('cancel_prediction', { predictionId });
    expect(cancelled.structuredContent).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
    expect(await account.balance()).toBe(balance);
    const repeated = await mcp.call('cancel_prediction', { predictionId });
    expect(repeated.structuredContent).toEqual(cancelled.structuredContent);
  });

  it('whose call the client cancels is cancelled and refunded', async () => {
    endless('cancelled');
    const balance = await account.balance();
    const controller = new AbortController();
    const call = mcp.call('generate', request('cancelled'), {
      signal: controller.signal,
      onprogress: () => controller.abort(new Error('enough')),
    });
    await expect(call).rejects.toThrow('enough');
    await until(async () => (await account.balance()) === balance);
    const failed = await mcp.call('list_predictions', { status: 'failed', limit: 1 });
    expect(failed.structuredContent).toMatchObject({
      predictions: [{ prompt: 'cancelled', error: { code: 'cancelled' } }],
    });
  });

  it.each(['its client is killed', 'it gets SIGTERM'])('is cancelled and refunded when %s', async (how) => {
    endless(how);
    const balance = await account.balance();
    const { client, server } = await killableClient(how);
    process.kill(
      how === 'its client is killed' ? client.pid! : server,
      how === 'it gets SIGTERM' ? 'SIGTERM' : 'SIGKILL',
    );
    await until(async () => (await account.balance()) === balance);
    await until(() => !isAlive(server));
    client.kill('SIGKILL');
  });
});

describe('a bad request', () => {
  it.each([
    ['an unknown model', 'generate', { modelKey: 'fake-imag', input: {} }, /model_not_found/],
    [
      'a field of a wrong type',
      'generate',
      { modelKey: 'fake-image', input: { prompt: 7 } },
      /- prompt: prompt must be/,
    ],
    ['an unknown field', 'quote', { modelKey: 'fake-image', input: { colour: 'red' } }, /- colour: /],
    ['no model', 'generate', { input: {} }, /modelKey/],
    ['an input that is not an object', 'generate', { modelKey: 'fake-image', input: 'a cat' }, /input/],
    ['a wait that is too long', 'generate', { ...request('long'), waitSeconds: 601 }, /waitSeconds/],
    ['an unknown prediction', 'get_prediction', { predictionId: '../../keys' }, /prediction_not_found/],
    ['a bad time', 'list_predictions', { from: 'yesterday' }, /from/],
    ['an unknown tool', 'delete_everything', {}, /delete_everything/],
  ])('with %s is an error that says why, and costs nothing', async (_, tool, args, message) => {
    const balance = await account.balance();
    const result = await mcp.call(tool, args);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(message);
    expect(await account.balance()).toBe(balance);
  });

  it('shows neither in its error nor in the log a key', async () => {
    const wrong = `of_live_${'0'.repeat(48)}`;
    const other = await connectStdio({ url: service.url, key: wrong });
    const result = await other.call('get_balance');
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('invalid_api_key');
    for (const text of [textOf(result), other.stderr()]) expect(text).not.toContain('0'.repeat(48));
    expect(mcp.stderr()).not.toContain(key);
  });

  it('on standard input leaves standard output to the protocol', async () => {
    const child = spawn(process.execPath, [MCP_PROGRAM], { env: mcpEnv({ url: service.url, key }) });
    const lines: string[] = [];
    const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    };
    child.stdin.write('this is not JSON\n{"jsonrpc":"2.0"}\n');
    child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    await Promise.all([once(child, 'exit'), once(reader, 'close')]);
    expect(child.exitCode).toBe(0);
    expect(lines.map((line) => JSON.parse(line).jsonrpc)).toEqual(['2.0']);
  });
});

describe('the spending ceiling', () => {
  it('is not exceeded by 20 concurrent generations, says what is left, and gets refunds back', async () => {
    const other = await connectStdio({ url: service.url, key }, '--max-credits', '5');
    const balance = await account.balance();
    for (let at = 0; at < 20; at += 1) endless('many');
    const call = () => other.call('generate', { ...request('many'), waitSeconds: 0 });
    const results = await Promise.all(Array.from({ length: 20 }, call));
    const started = results.filter(({ isError }) => !isError);
    expect(started).toHaveLength(5);
    expect(await account.balance()).toBe(balance - 5);
    for (const result of results.filter(({ isError }) => isError))
      expect(textOf(result)).toBe(
        "This costs 1 credits, and 0 of this session's ceiling of 5 are left. Nothing was charged.",
      );
    const [first, ...rest] = started.map(
      ({ structuredContent }) => structuredContent!.predictionId as string,
    );
    // Cancelled elsewhere: the server finds the refund when it needs the room.
    await service.request('POST', `/api/generate/${first}/cancel`, { key });
    const next = await call();
    expect(next.structuredContent).toMatchObject({ ceiling: { maxCredits: 5, spent: 5, left: 0 } });
    for (const predictionId of rest) await other.call('cancel_prediction', { predictionId });
    const after = await other.call('get_balance');
    expect(after.structuredContent).toMatchObject({ ceiling: { spent: 1, left: 4 } });
    await other.call('cancel_prediction', { predictionId: next.structuredContent!.predictionId });
    expect(await account.balance()).toBe(balance);
    service.engine.reset();
  });

  it('is of one session: another has its own', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(() => connectStdio({ url: service.url, key }, '--max-credits', '1')),
    );
    expect((await one!.call('generate', request('one'))).isError).toBeFalsy();
    expect((await one!.call('generate', request('one more'))).isError).toBe(true);
    const quote = await one!.call('quote', request('one more'));
    expect(quote.structuredContent).toMatchObject({ affordable: true, withinCeiling: false });
    expect((await two!.call('generate', request('two'))).isError).toBeFalsy();
  });
});

/** A client in a process of its own, with a generation of `prompt` that is running. */
async function killableClient(prompt: string) {
  const program = `
    import { Client } from '@modelcontextprotocol/sdk/client/index.js';
    import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
    const transport = new StdioClientTransport({ command: process.execPath, args: [process.env.PROGRAM], env: process.env });
    const client = new Client({ name: 'killed', version: '1' });
    await client.connect(transport);
    const onprogress = () => console.log(transport.pid);
    await client.callTool({ name: 'generate', arguments: ${JSON.stringify(request(prompt))} }, undefined, { onprogress });`;
  const client = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...mcpEnv({ url: service.url, key }), PROGRAM: MCP_PROGRAM },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = (await once(client.stdout, 'data')) as [Buffer];
  return { client, server: Number(pid.toString().split('\n')[0]) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
