/** OTLP/HTTP as this service speaks it: media types, and errors as a `google.rpc.Status` in either encoding. */
import * as z from './when-asked.ts';

export const otlpMediaTypes = ['application/x-protobuf', 'application/json'] as const;

/** Headers that say something of all spans of a request. */
export const otlpModelHeader = 'x-proofdesk-model-id';
export const otlpOperationsHeader = 'x-proofdesk-operations';

/** An ExportTraceServiceResponse or ExportLogsServiceResponse. */
export const otlpAnswerSchema = z
  .object({
    partialSuccess: z
      .object({
        rejectedSpans: z.string().exactOptional().meta({ description: 'Decimal digits' }),
        rejectedLogRecords: z.string().exactOptional().meta({ description: 'Decimal digits' }),
        errorMessage: z.string().exactOptional(),
      })
      .exactOptional()
      .meta({ description: 'Where decisions were not taken: how many, and why' }),
  })
  .meta({ id: 'OtlpAnswer' });

export const otlpStatusSchema = z
  .object({
    code: z.int().meta({ description: 'A google.rpc.Code' }),
    message: z.string(),
  })
  .meta({ id: 'OtlpStatus' });

/** Tells whether a request, by its media type, is answered in JSON. */
export function isOtlpJson(mediaType: string | null): boolean {
  return /^\s*application\/json\s*(;|$)/i.test(mediaType ?? '');
}
