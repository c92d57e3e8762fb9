/** The tools of one session. */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { PermissionError, type PredictionBody, type Quote } from '@offprint/client';
import { cancel, refresh, start, waitFor } from './generation.js';
import { log } from './log.js';
import { progressOf } from './progress.js';
import {
  ceilingOf,
  errorResult,
  failureResult,
  prediction,
  predictionResult,
  structured,
} from './results.js';
import * as schemas from './schemas.js';
import type { Session } from './session.js';
import { version } from './version.js';

type Caller = RequestHandlerExtra<ServerRequest, ServerNotification>;

const INSTRUCTIONS = `Generates pictures, videos, sound and 3D models with an Offprint installation. Each generation costs credits.
Choose a modelKey from list_models and read its fields with get_model. quote returns the price and charges nothing.
A generation that is still processing when generate returns goes on: get_prediction returns its result.`;

/** Reads of the installation: they change nothing. */
const READ = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };

/** Returns the server of one session, not connected. */
export function createServer(session: Session): McpServer {
  const server = new McpServer(
    { name: 'offprint', title: 'Offprint', version },
    { instructions: INSTRUCTIONS },
  );
  registerCatalogue(server, session);
  registerPredictions(server, session);
  registerLists(server, session);
  return server;
}

function registerCatalogue(server: McpServer, session: Session): void {
  const { offprint } = session;
  server.registerTool(
    'list_models',
    {
      title: 'List models',
      description: 'Lists the models on offer.',
      inputSchema: schemas.listModelsInput,
      outputSchema: schemas.modelsOutput,
      annotations: READ,
    },
    ({ modality, operation }, caller) =>
      answer(session, caller, async () => {
        const models = await offprint.models({
          ...(modality && { modality }),
          ...(operation && { operation }),
        });
        return structured({ models: models.map(summaryOf) });
      }),
  );
  server.registerTool(
    'get_model',
    {
      title: 'Read a model',
      description: "Returns a model's price formula and the JSON Schema of its input.",
      inputSchema: schemas.getModelInput,
      outputSchema: schemas.modelOutput,
      annotations: READ,
    },
    ({ modelKey }, caller) =>
      answer(session, caller, async () => {
        const model = await offprint.model(modelKey);
        const { pricing, inputSchema } = model;
        return structured({ ...summaryOf(model), pricing, inputSchema: withoutModelKey(inputSchema) });
      }),
  );
  server.registerTool(
    'quote',
    {
      title: 'Ask for a price',
      description: 'Checks the input of a generation and returns what it would cost. Charges nothing.',
      inputSchema: schemas.quoteInput,
      outputSchema: schemas.quoteOutput,
      annotations: READ,
    },
    ({ modelKey, input }, caller) =>
      answer(session, caller, async () => {
        const quote = await offprint.quote({ ...input, modelKey });
        const { creditCost, balance, affordable, refusal, warnings } = quote;
        const ceiling = ceilingOf(session);
        return structured({
          modelKey,
          creditCost,
          balance,
          affordable,
          withinCeiling: ceiling.left === null || creditCost <= ceiling.left,
          ...(refusal && { refusal: refusalOf(refusal) }),
          ...(warnings && { warnings }),
          ceiling,
        });
      }),
  );
}

function registerPredictions(server: McpServer, session: Session): void {
  server.registerTool(
    'generate',
    {
      title: 'Generate',
      description:
        'Generates a picture, video, sound or 3D model and waits for it. Charges credits; a failed or cancelled generation is refunded.',
      inputSchema: schemas.generateInput,
      outputSchema: schemas.predictionSchema,
      // It adds a prediction and spends credits; each call does so again.
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: true,
      },
    },
    ({ modelKey, input, waitSeconds }, caller) =>
      answer(session, caller, async (signal) => {
        const started = await start(session, { ...input, modelKey }, signal);
        const onState = progressOf(caller);
        const body = await outcomeOf(session, started.predictionId, { waitSeconds, signal, onState });
        const result = await predictionResult(session, body, started.warnings);
        return body.status === 'failed' ? failureResult(result, body) : result;
      }),
  );
  server.registerTool(
    'get_prediction',
    {
      title: 'Read a prediction',
      description: 'Returns the state of a prediction, and its files once it is completed.',
      inputSchema: schemas.getPredictionInput,
      outputSchema: schemas.predictionSchema,
      annotations: READ,
    },
    ({ predictionId, waitSeconds }, caller) =>
      answer(session, caller, async (signal) => {
        const onState = progressOf(caller);
        return predictionResult(
          session,
          await waitFor(session, predictionId, { waitSeconds, signal, onState }),
        );
      }),
  );
  server.registerTool(
    'cancel_prediction',
    {
      title: 'Cancel a prediction',
      description:
        'Cancels a prediction that is processing and refunds it. A final one is returned unchanged.',
      inputSchema: schemas.cancelPredictionInput,
      outputSchema: schemas.predictionSchema,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    },
    ({ predictionId }, caller) =>
      answer(session, caller, async () => {
        const body = await cancel(session, predictionId);
        return structured({ ...prediction(body), ceiling: ceilingOf(session) });
      }),
  );
}

function registerLists(server: McpServer, session: Session): void {
  server.registerTool(
    'list_predictions',
    {
      title: 'List predictions',
      description: "Lists the account's predictions, newest first, without their files.",
      inputSchema: schemas.listPredictionsInput,
      outputSchema: schemas.predictionsOutput,
      annotations: READ,
    },
    ({ limit, ...filter }, caller) =>
      answer(session, caller, async () => {
        const predictions: object[] = [];
        for await (const entry of session.offprint.history(filter)) {
          session.ceiling.settle(entry);
          predictions.push({ ...prediction(entry), prompt: entry.prompt });
          if (predictions.length >= limit) break;
        }
        return structured({ predictions });
      }),
  );
  server.registerTool(
    'get_balance',
    {
      title: 'Read the balance',
      description: "Returns the account's credits and what is left of this session's spending ceiling.",
      outputSchema: schemas.balanceOutput,
      annotations: READ,
    },
    (caller) =>
      answer(session, caller, async () => {
        await refresh(session);
        const ceiling = ceilingOf(session);
        try {
          const { balance, held, owed, plan, isLow, expiring } = await session.offprint.balance();
          const dated = expiring.map(({ credits, at }) => ({ credits, at }));
          return structured({ balance, held, owed, plan, isLow, expiring: dated, ceiling });
        } catch (error) {
          if (!(error instanceof PermissionError) || ceiling.left === null) throw error;
          throw new Error(`${error.message} Left of this session's ceiling: ${ceiling.left} credits.`, {
            cause: error,
          });
        }
      }),
  );
}

/** Runs a tool call within the session. Every error is a result of the tool. */
async function answer(
  session: Session,
  caller: Caller,
  work: (signal: AbortSignal) => Promise<CallToolResult>,
): Promise<CallToolResult> {
  try {
    return await session.run(caller.signal, work);
  } catch (error) {
    return errorResult(error);
  }
}

/** Waits for a prediction of this call. With the call, the prediction is cancelled and refunded. */
async function outcomeOf(
  session: Session,
  predictionId: string,
  waiting: Parameters<typeof waitFor>[2],
): Promise<PredictionBody> {
  try {
    return await waitFor(session, predictionId, waiting);
  } catch (error) {
    if (!waiting.signal.aborted)
      throw new Error(
        `${(error as Error).message} The prediction ${predictionId} goes on: get_prediction returns its result.`,
        { cause: error },
      );
    await cancel(session, predictionId).catch((failure: unknown) =>
      log(`${predictionId} was not cancelled: ${(failure as Error).message}`),
    );
    throw error;
  }
}

function summaryOf(model: schemas.ModelSummary): schemas.ModelSummary {
  const { modelKey, title, description, modality, operation, typicalSeconds } = model;
  return { modelKey, title, description, modality, operation, typicalSeconds };
}

function refusalOf({ code, limit, spent, resetsAt }: NonNullable<Quote['refusal']>): object {
  return { code, limit, spent, resetsAt };
}

/** The service's schema describes the whole request; `input` is all of it but the model. */
function withoutModelKey(schema: Record<string, unknown>): Record<string, unknown> {
  const { properties, required, ...rest } = schema as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  const { modelKey: _, ...fields } = properties ?? {};
  return { ...rest, properties: fields, required: (required ?? []).filter((name) => name !== 'modelKey') };
}
