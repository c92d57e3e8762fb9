import { EngineClient } from '../wire/index.js';
import { outcomeOfRejectedWorkflow, readFailure } from './engine-errors.js';
import { createTemplate } from './workflow-template.js';

describe('why a job failed', () => {
  it('is read from a server’s words and from those of the API v2', () => {
    expect(
      readFailure({
        node_id: '3',
        node_type: 'KSampler',
        exception_type: 'RuntimeError',
        exception_message: ' shapes \n',
      }).text,
    ).toBe('KSampler (node 3): RuntimeError: shapes');
    expect(
      readFailure({ code: 'node_execution_error', message: 'shapes', class_type: 'VAEDecode' }).text,
    ).toBe('VAEDecode: node_execution_error: shapes');
    expect(readFailure(null).text).toBe('no reason given');
  });

  it.each([
    [{ exception_type: 'torch.OutOfMemoryError', exception_message: '' }, true],
    [{ exception_type: 'RuntimeError', exception_message: 'CUDA error: out of memory' }, true],
    [{ exception_type: 'RuntimeError', exception_message: 'Allocation on device' }, true],
    [{ exception_type: 'ValueError', exception_message: 'not in memory' }, false],
  ])('is memory, or not: %j', (error, outOfMemory) => {
    expect(readFailure(error).outOfMemory).toBe(outOfMemory);
  });

  it('is content by its code and never by words that a prompt may contain', () => {
    expect(readFailure({ code: 'content_policy_violation', message: 'no' }).rejected).toBe(true);
    expect(readFailure({ code: 'node_execution_error', message: 'a poster about moderation' }).rejected).toBe(
      false,
    );
  });
});

describe('a workflow that was refused', () => {
  const template = createTemplate(
    'here',
    {
      workflow: { '5': { class_type: 'EmptyLatentImage', inputs: { width: 64, height: 64 } } },
      inputs: { '5.inputs.width': '{{width}}' },
    },
    null,
  );
  const about = (...names: string[]) => ({
    '5': { errors: names.map((name) => ({ type: 'value', extra_info: { input_name: name } })) },
  });
  const client = new EngineClient('http://127.0.0.1:1', { authorization: 'Bearer top-secret' });
  const code = (nodeErrors: unknown) =>
    outcomeOfRejectedWorkflow(client, template, nodeErrors, 'it said top-secret');

  it('is a fault of the caller when all errors are about inputs of the caller', () => {
    expect(code(about('width'))).toMatchObject({ kind: 'refuse', code: 'invalid_input' });
  });

  it.each([[about('height')], [about('width', 'height')], [{}], [null], [{ '5': { errors: [{}] } }]])(
    'is an error of the engine otherwise: %j',
    (nodeErrors) => {
      expect(code(nodeErrors)).toMatchObject({ kind: 'refuse', code: 'provider_error' });
    },
  );

  it('is reported without the secret', () => {
    expect(code({})).toMatchObject({ internal: 'it said [redacted]' });
  });
});
