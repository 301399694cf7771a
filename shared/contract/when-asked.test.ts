/** Schemas that are made as they are first asked for are zod's own in all else. */
import * as zod from 'zod';
import { describe, expect, test } from 'vitest';
import * as z from './when-asked.ts';

/** Members of a schema, and how often somebody has looked which there are. */
function counted(members: { readonly a: z.ZodString }) {
  const looks = { count: 0 };
  const ownKeys = (target: object) => {
    looks.count += 1;
    return Reflect.ownKeys(target);
  };
  return { looks, members: new Proxy(members, { ownKeys }) };
}

describe('A schema', () => {
  test('is made when it is asked, not when it is declared or others are made of it, and once', () => {
    const { looks, members } = counted({ a: z.string().min(2).trim() });
    const one = z.strictObject(members).meta({ description: 'One' });
    const many = z.array(one.extend({ b: z.int().default(1) }).nullable()).optional();
    expect(looks.count).toBe(0);
    expect(many.parse([{ a: ' ab ' }, null])).toEqual([{ a: 'ab', b: 1 }, null]);
    const { count } = looks;
    expect(count).toBeGreaterThan(0);
    expect(one.safeParse({ a: 'x' }).success).toBe(false);
    expect(many.safeParse([{ a: 'ab', c: 1 }]).success).toBe(false);
    expect(looks.count).toBe(count);
  });

  test('is told by its class, and is a member of schemas that zod makes itself', () => {
    const text = z.string().max(3);
    expect(text).toBeInstanceOf(zod.ZodString);
    expect(z.int().default(3)).toBeInstanceOf(zod.ZodDefault);
    const schema = zod.object({ text, list: zod.array(text) });
    expect(schema.parse({ text: 'abc', list: ['a'] })).toEqual({ text: 'abc', list: ['a'] });
    expect(schema.safeParse({ text: 'abcd', list: [] }).success).toBe(false);
  });

  test('lends its members', () => {
    const schema = z.object({ max: z.int(), min: z.int().optional() });
    expect(Object.keys(schema.shape)).toEqual(['max', 'min']);
    expect(schema.shape.max.safeParse('1').success).toBe(false);
    const other = z.strictObject({ a: z.string() }).extend(schema.pick({ min: true }).shape);
    expect(other.parse({ a: 'x', min: 1 })).toEqual({ a: 'x', min: 1 });
    expect(other.safeParse({ a: 'x', max: 1 }).success).toBe(false);
  });

  test('may be of itself', () => {
    const tree = z.object({
      get below() {
        return z.array(tree);
      },
    });
    expect(tree.safeParse({ below: [{ below: [] }] }).success).toBe(true);
    expect(tree.safeParse({ below: [{ below: 1 }] }).success).toBe(false);
  });

  test('is known by its name once the names are asked for', () => {
    const schema = z.string().meta({ id: 'OnlyOfThisTest' });
    expect(schema.meta()).toEqual({ id: 'OnlyOfThisTest' });
    z.makeNamed();
    expect(zod.globalRegistry.get(z.made(schema))).toEqual({ id: 'OnlyOfThisTest' });
    expect(z.made(z.made(schema))).toBe(z.made(schema));
    zod.globalRegistry.remove(z.made(schema));
  });
});
