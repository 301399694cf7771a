/** A small JSON value to look at: a tree without tools, its own selection. */
import { useMemo, useState } from 'react';
import type { JsonValue } from '../../../shared/contract/json.ts';
import { indexJson, type JsonNode } from './json-index.ts';
import { JsonTree } from './json-tree.tsx';

/** `value` is shown with its members in the order they have. */
export function JsonPreview({ value, label }: { value: JsonValue; label: string }) {
  const index = useMemo(() => indexJson(JSON.stringify(value)), [value]);
  const [chosen, setChosen] = useState<{ of: unknown; node: JsonNode }>();
  if (index === undefined) return null;
  return (
    <JsonTree
      isPlain
      index={index}
      selected={chosen !== undefined && chosen.of === index ? chosen.node : undefined}
      onSelect={(node) => setChosen({ of: index, node })}
      label={label}
    />
  );
}
