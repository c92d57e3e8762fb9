export { endWith, nameOfError } from './end-with.js';
export {
  MAX_TRACE_CONTEXT,
  type RemoteSpan,
  type Span,
  type SpanAttributes,
  type SpanName,
  Tracing,
} from './tracing.js';
