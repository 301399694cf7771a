/** A first text for each JSON part, to be changed. */
import type { JsonPart } from '../../../ui/json/draft.ts';

export const examples: Readonly<Record<JsonPart, string>> = {
  input: '{\n  "age": 41,\n  "income": 52000.5\n}',
  output: '{\n  "decision": "APPROVE",\n  "limit": 12000\n}',
  context: '{\n  "channel": "branch",\n  "model_version": "1.0.0"\n}',
  explanation:
    '{\n  "method": "shap",\n  "feature_attributions": {\n    "age": 0.12,\n    "income": -0.31\n  }\n}',
};
