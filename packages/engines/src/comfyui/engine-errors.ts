import type { Outcome } from '../provider.js';
import { BAD_INPUT, type EngineClient, FAILED, recordOf, REFUSED } from '../wire/index.js';
import { isFilled, type WorkflowTemplate } from './workflow-template.js';

export interface Failure {
  /** For the operator. */
  text: string;
  outOfMemory: boolean;
  /** True when the content rules of a hosted model in the workflow rejected it. */
  rejected: boolean;
}

/** @param error `execution_error` of a server's job, or `error` of an API v2 job. */
export function readFailure(error: unknown): Failure {
  const { node_id, node_type, class_type, exception_type, code, exception_message, message } =
    recordOf(error);
  const node = asText(node_type ?? class_type);
  const type = asText(exception_type ?? code);
  const reported = asText(exception_message ?? message);
  const id = asText(node_id);
  const words = [id === '' ? node : `${node} (node ${id})`, type, reported].filter((part) => part !== '');
  return {
    text: words.join(': ') || 'no reason given',
    outOfMemory: /OutOfMemory/i.test(type) || /out of memory|allocation on device/i.test(reported),
    // Only the code counts: the text may repeat the prompt.
    rejected: /content_policy|moderation|safety/i.test(asText(code)),
  };
}

/**
 * When every complaint is about an input that predictions fill in, the caller's input is at fault; otherwise the workflow is, or a file
 * that the server lacks.
 * @param nodeErrors node → `{errors: [{type, message, details, extra_info: {input_name}}], class_type}`
 * @param reported the whole response, for the operator.
 */
export function outcomeOfRejectedWorkflow(
  client: EngineClient,
  template: WorkflowTemplate,
  nodeErrors: unknown,
  reported: string,
): Outcome {
  const complaints = Object.entries(recordOf(nodeErrors)).flatMap(([node, found]) => {
    const { errors } = recordOf(found);
    return (Array.isArray(errors) ? errors : []).map((error) => ({ node, input: inputOf(error) }));
  });
  const aboutInput =
    complaints.length > 0 && complaints.every(({ node, input }) => isFilled(template, node, input));
  return { ...(aboutInput ? BAD_INPUT : REFUSED), internal: client.redact(reported) };
}

/** The run ended without a result and would fail again. */
export function failedOutcome(client: EngineClient, text: string): Outcome {
  return { ...FAILED, internal: client.redact(text) };
}

function inputOf(error: unknown): string {
  return asText(recordOf(recordOf(error).extra_info).input_name);
}

function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
