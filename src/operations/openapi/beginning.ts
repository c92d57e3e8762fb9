/** The first text of the description says how to begin: from a key to a file in four commands. */
import type { OpenAPIObject } from '@nestjs/swagger';
import { VARIABLES } from './code-samples.js';
import { operationsOf } from './operations.js';

/** Requires the examples of the operations: the commands are theirs, so that the same test runs them. */
export function describeBeginning(document: OpenAPIObject): void {
  const samples = new Map(
    operationsOf(document).map((operation) => [
      operation.operationId,
      operation['x-codeSamples']![0]!.source,
    ]),
  );
  const command = (operationId: string) => `\`\`\`bash\n${samples.get(operationId)!}\n\`\`\``;
  const variables = Object.entries(VARIABLES).map(([name, content]) => `| \`${name}\` | ${content} |`);
  document.info.description = [
    document.info.description,
    '# How to begin',
    '**1. Create a key.** Sign in to the dashboard at [/](/), open *API keys*, and create a key with the scopes `read` and ' +
      '`write`. Put it into a variable of your shell as `OFFPRINT_API_KEY`, and the address of this service as `OFFPRINT_URL`.',
    '**2. Start a prediction, and wait up to 30 seconds for it.** The response contains its `predictionId` and, when it has ' +
      'completed, its `outputUrl`.',
    command('startPrediction'),
    '**3. Ask for the status,** as long as it is `processing`. The request waits up to 30 seconds for a change.',
    command('getPrediction'),
    '**4. Download the output.** The link is signed, and needs no key.',
    command('readOutput'),
    'A prediction is charged when it is created. One that fails or is cancelled is refunded.',
    '# Models',
    '`GET /api/models` lists the models on offer. The body of *Start a prediction* depends on `modelKey`: choose it in the ' +
      'schema or in the examples there.',
    '# Variables of the commands',
    'Every operation has a command that runs as it stands, with these variables of the shell:',
    ['| Variable | Contains |', '| --- | --- |', ...variables].join('\n'),
  ].join('\n\n');
}
