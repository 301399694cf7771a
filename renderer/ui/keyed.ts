/** Keys for things that have no name of their own: what they say, counted where several say the same. */

export interface Keyed<Item> {
  readonly key: string;
  readonly item: Item;
  readonly place: number;
}

/** In their order; `textOf` may say the same of several. */
export function keyed<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
): readonly Keyed<Item>[] {
  const seen = new Map<string, number>();
  return items.map((item, place) => {
    const text = textOf(item);
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return { key: `${text} ${count}`, item, place };
  });
}
