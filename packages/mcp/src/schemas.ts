/** What the tools take and return. Fields have the names of the service's API. */
import { z } from 'zod';

/** Zod would write `{}` for the values, which not every client reads. */
const ANY_FIELDS = { additionalProperties: true };
const anyObject = () => z.record(z.string(), z.unknown()).meta(ANY_FIELDS);

const modality = z.enum(['image', 'video', 'audio', '3d']);
const status = z.enum(['processing', 'completed', 'failed']);
const warnings = z
  .array(z.object({ field: z.string(), message: z.string() }))
  .optional()
  .describe('Fields that the model does not use.');

export const ceilingSchema = z
  .object({
    maxCredits: z.number().nullable(),
    spent: z.number(),
    left: z.number().nullable(),
  })
  .describe("This session's spending ceiling, in credits; null: there is none.");

const outputSchema = z.object({
  url: z.string().describe('Link that needs no key.'),
  urlExpiresAt: z.string(),
  contentType: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  width: z.number().optional(),
  height: z.number().optional(),
  durationSeconds: z.number().optional(),
  savedTo: z.string().optional().describe('Path of the file on the machine of this server.'),
});

export const predictionSchema = z.object({
  predictionId: z.string(),
  status,
  modelKey: z.string(),
  modality,
  creditCost: z.number(),
  creditsRefunded: z.number(),
  progress: z.number().describe('0 to 100.'),
  createdAt: z.string(),
  completedAt: z.string().nullable(),
  seed: z.number().optional(),
  queue: z.object({ position: z.number(), etaSeconds: z.number().optional() }).optional(),
  outputs: z.array(outputSchema).optional(),
  error: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).optional(),
  warnings,
  ceiling: ceilingSchema.optional(),
});
export type PredictionResult = z.infer<typeof predictionSchema>;

export const listModelsInput = z.object({
  modality: modality.optional(),
  operation: z.string().max(50).optional().describe('Such as text-to-image, upscale or speech.'),
});
const modelSummary = z.object({
  modelKey: z.string(),
  title: z.string(),
  description: z.string(),
  modality,
  operation: z.string(),
  typicalSeconds: z.number(),
});
export type ModelSummary = z.infer<typeof modelSummary>;
export const modelsOutput = z.object({ models: z.array(modelSummary) });
export const modelOutput = modelSummary.extend({
  pricing: anyObject(),
  inputSchema: anyObject().describe('JSON Schema of `input` of generate and quote.'),
});

const modelKey = z.string().min(1).max(200).describe('A key of list_models.');
export const getModelInput = z.object({ modelKey });
const requestFields = {
  modelKey,
  input: anyObject()
    .default({})
    .meta({
      ...ANY_FIELDS,
      description:
        "The model's fields as get_model describes them: prompt, aspectRatio, duration, seed, imageUrl, …",
    }),
};
const waitSeconds = (most: number, usual: number) =>
  z
    .number()
    .int()
    .min(0)
    .max(most)
    .default(usual)
    .describe(
      'Seconds to wait for the result; after them the prediction is returned while it is processing.',
    );

export const quoteInput = z.object(requestFields);
export const quoteOutput = z.object({
  modelKey: z.string(),
  creditCost: z.number(),
  balance: z.number(),
  affordable: z.boolean().describe('The balance and the limits of the key cover it.'),
  withinCeiling: z.boolean(),
  refusal: z
    .object({ code: z.string(), limit: z.number(), spent: z.number(), resetsAt: z.string().nullable() })
    .optional()
    .describe('The spend limit that would reject it.'),
  warnings,
  ceiling: ceilingSchema,
});
export const generateInput = z.object({ ...requestFields, waitSeconds: waitSeconds(600, 50) });

const predictionId = z.string().min(1).max(200);
export const getPredictionInput = z.object({ predictionId, waitSeconds: waitSeconds(600, 0) });
export const cancelPredictionInput = z.object({ predictionId });
export const listPredictionsInput = z.object({
  limit: z.number().int().min(1).max(100).default(20),
  status: status.optional(),
  modality: modality.optional(),
  modelKey: modelKey.optional(),
  from: z.string().max(50).optional().describe('ISO 8601: created at this time or later.'),
  to: z
    .string()
    .max(50)
    .optional()
    .describe('ISO 8601: created before. For older entries, the last createdAt.'),
});
export const predictionsOutput = z.object({
  predictions: z.array(predictionSchema.extend({ prompt: z.string().nullable() })),
});

export const balanceOutput = z.object({
  balance: z.number(),
  held: z.number(),
  owed: z.number(),
  plan: z.string(),
  isLow: z.boolean(),
  expiring: z.array(z.object({ credits: z.number(), at: z.string() })),
  ceiling: ceilingSchema,
});
