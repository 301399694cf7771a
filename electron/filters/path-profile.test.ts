/** The profile of a dataset: every type that a path has held, and no claim where it cannot know. */
import { describe, expect, it } from 'vitest';
import {
  elementTypes,
  incompletePath,
  jsonType,
  mostPaths,
  PathProfileBuilder,
  ProfileView,
} from './path-profile.ts';

describe('PathProfileBuilder', () => {
  it('collects the types of every path, through arrays', () => {
    const builder = new PathProfileBuilder();
    builder.add({ a: 1, b: [{ c: 'x' }, null], 'd.e': 1, '': 2 });
    builder.add({ a: null, b: { c: true } });
    const profile = new Map(builder.entries());
    expect([...profile.keys()]).toEqual(['a', 'b', 'b.c']);
    expect(profile.get('a')).toBe(jsonType.number | jsonType.null);
    expect(profile.get('b.c')).toBe(jsonType.string | jsonType.boolean);
    const types = profile.get('b') ?? 0;
    expect(types & 63).toBe(jsonType.array | jsonType.object);
    expect(elementTypes(types)).toBe(jsonType.object | jsonType.null);
  });

  it('proves nothing once there are too many paths', () => {
    const builder = new PathProfileBuilder();
    for (let index = 0; index <= mostPaths; index += 1) builder.add({ [`key${index}`]: 1 });
    const profile = new Map(builder.entries());
    expect(profile.has(incompletePath)).toBe(true);
    expect(profile.size).toBeLessThanOrEqual(mostPaths + 1);
    expect(new ProfileView(profile).typesAt(['key1'])).toBeGreaterThan(jsonType.number);
  });

  it('goes no deeper than a filter can', () => {
    const builder = new PathProfileBuilder();
    builder.add(JSON.parse(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`));
    expect([...builder.entries()]).toHaveLength(8);
  });
});
