/** Runs a pipeline over documents in memory, one by one: its meaning, without a database. */
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import type { PipelineRow } from '../group-rows.ts';
import { parsePipeline } from '../parse-pipeline.ts';
import { runStages } from '../run-stages.ts';

/** Results as they come, as JSON has them. */
export function ranOver(documents: Iterable<JsonObject>, pipeline: JsonValue): JsonObject[] {
  const rows = {
    *[Symbol.iterator](): Generator<PipelineRow> {
      let origin = 0;
      for (const document of documents) yield { document, origin: (origin += 1) };
    },
  };
  const results = [...runStages(rows, parsePipeline(pipeline), { limit: 10_000 })];
  return results.map(({ document }): JsonObject => JSON.parse(JSON.stringify(document)));
}
