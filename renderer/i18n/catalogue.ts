/** What a translation is: the keys of the English catalogue, each with words of its own. */
import type { en } from './en/index.ts';

/** The English catalogue is the source: what it says, every language says. */
export type Catalogue = typeof en;
export type Namespace = keyof Catalogue;

type Words<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Words<Source[Key]>;
};

/** One namespace in another language: the same keys, plural forms (`_one`, `_other`) among them. */
export type Translation<Name extends Namespace> = Words<Catalogue[Name]>;

/** A whole language. */
export type Language = { readonly [Name in Namespace]: Translation<Name> };
