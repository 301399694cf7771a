/**
 * The types of i18next as the console uses it; `paths` of the renderer's tsconfig put them in place of the
 * package's own. Those work out every key, its text, its return and each way of asking anew at each call, which
 * is more than half of what the compiler does for the renderer. These check the same of a call: its key, and a
 * value for each placeholder of its text.
 */
import type { Catalogue, Namespace } from '../catalogue.ts';

type Forms = 'one' | 'other';

/** The keys of a tree of words, with those that have a form for one and for others also without that. */
type KeysOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? Key | (Key extends `${infer Stem}_${Forms}` ? Stem : never)
    : `${Key}.${KeysOf<Tree[Key]>}`;
}[keyof Tree & string];

type TextOf<Tree, Key> = Key extends keyof Tree
  ? Tree[Key]
  : Key extends string
    ? `${Key}_other` extends keyof Tree
      ? Tree[`${Key}_other`]
      : Key extends `${infer Head}.${infer Rest}`
        ? Head extends keyof Tree
          ? TextOf<Tree[Head], Rest>
          : never
        : never
    : never;

type PlaceholdersOf<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;

type FirstOf<Names> = Names extends readonly [infer First, ...unknown[]] ? First : Names;
type EachOf<Names> = Names extends readonly (infer Each)[] ? Each : Names;
type WordsOf<Name> = Name extends Namespace ? Catalogue[Name] : never;

/** Words of namespaces: of the first without its name before the key, of all with it. */
type Key<Names, Part> = Part extends string
  ? KeysOf<PartOf<Names, Part>>
  :
      | KeysOf<WordsOf<FirstOf<Names>>>
      | (Names extends readonly Namespace[] ? Named<EachOf<Names>> : never);
type Named<Name> = Name extends Namespace ? `${Name}:${KeysOf<Catalogue[Name]>}` : never;

type PartOf<Names, Part extends string> =
  WordsOf<FirstOf<Names>> extends { readonly [Each in Part]: infer Words } ? Words : never;

type Text<Names, Part, Asked> = Part extends string
  ? TextOf<PartOf<Names, Part>, Asked>
  : Asked extends `${infer Name}:${infer Rest}`
    ? TextOf<WordsOf<Name>, Rest>
    : TextOf<WordsOf<FirstOf<Names>>, Asked>;

/** What is given with a key: a value for each placeholder, and whatever else it has at hand. */
type Given<Placeholders extends string> = { readonly [Name in Placeholders]: string | number } & {
  readonly [name: string]: unknown;
};
type Rest<Placeholders extends string> = [Placeholders] extends [never]
  ? [given?: Given<never>]
  : [given: Given<Placeholders>];

export interface TFunction<
  Names extends Namespace | readonly Namespace[] = 'shell',
  Part = undefined,
> {
  /** Keeps one namespace's words from being taken for another's. */
  readonly $of?: FirstOf<Names> | undefined;
  <Asked extends Key<Names, Part>>(
    key: Asked,
    ...rest: Rest<PlaceholdersOf<Text<Names, Part, Asked>>>
  ): string;
  /** Words of a namespace that is named beside the key. */
  <Name extends Namespace, Asked extends KeysOf<Catalogue[Name]>>(
    key: Asked,
    given: { readonly ns: Name } & Given<PlaceholdersOf<TextOf<Catalogue[Name], Asked>>>,
  ): string;
  /** A key that nobody knows before; there are other words where it has none. */
  (key: string, given: { readonly defaultValue: string; readonly [name: string]: unknown }): string;
  /** A part of the tree. */
  <Asked extends keyof WordsOf<FirstOf<Names>>>(
    key: Asked,
    given: { readonly returnObjects: true },
  ): WordsOf<FirstOf<Names>>[Asked];
}

/** A part that joins i18next to something else. */
export interface Module {
  readonly type: '3rdParty';
}

export interface Instance {
  readonly language: string;
  readonly resolvedLanguage: string | undefined;
  readonly isInitialized: boolean;
  readonly t: TFunction<readonly ['shell', 'faults']>;
  use(module: Module): Instance;
  init(options: Readonly<Record<string, unknown>>): Promise<unknown>;
  changeLanguage(language: string): Promise<unknown>;
  addResourceBundle(language: string, namespace: string, words: object): Instance;
  hasResourceBundle(language: string, namespace: string): boolean;
  getResource(language: string, namespace: string, key: string): unknown;
  emit(event: string): void;
  getFixedT<
    const Names extends Namespace | readonly Namespace[],
    const Part extends string | undefined = undefined,
  >(
    language: string | null,
    names: Names,
    part?: Part,
  ): TFunction<Names, Part>;
}

declare const i18next: Instance;
export default i18next;
export const t: Instance['t'];
export const use: Instance['use'];
export const getFixedT: Instance['getFixedT'];
