/** Fonts of the machine for Chinese, Japanese and Korean: found by name where each system keeps them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

export const eastAsianScripts = ['japanese', 'chinese', 'korean'] as const;
export type EastAsianScript = (typeof eastAsianScripts)[number];

export interface MachineFont {
  readonly name: string;
  readonly script: EastAsianScript;
  readonly scripts: RegExp;
  /** Of a collection, the PostScript name of the face. */
  readonly face?: string;
  readonly bytes: () => Buffer;
}

interface KnownFont {
  readonly file: RegExp;
  readonly face?: string;
}

const eastAsian =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303F\u30FC\uFF00-\uFFEF]/u;

/** Those that systems bring or are usually given, by script, the better ones first. */
const known: Readonly<Record<EastAsianScript, readonly KnownFont[]>> = {
  japanese: [
    { file: /^NotoSansCJK-Regular\.ttc$/i, face: 'NotoSansCJKjp-Regular' },
    { file: /^(?:NotoSansCJKjp|NotoSansJP|SourceHanSansJP|SourceHanSans)-Regular\.(?:otf|ttf)$/i },
    { file: /^SourceHanSans-Regular\.ttc$/i, face: 'SourceHanSans-Regular' },
    { file: /^ipaexg\.ttf$/i },
    { file: /^ipag\.ttf$/i },
    { file: /^ヒラギノ角ゴシック W3\.ttc$/i, face: 'HiraginoSans-W3' },
    { file: /^YuGothR\.ttc$/i, face: 'YuGothic-Regular' },
  ],
  chinese: [
    { file: /^NotoSansCJK-Regular\.ttc$/i, face: 'NotoSansCJKsc-Regular' },
    {
      file: /^(?:NotoSansCJKsc|NotoSansSC|SourceHanSansSC|SourceHanSansCN)-Regular\.(?:otf|ttf)$/i,
    },
    { file: /^SourceHanSans-Regular\.ttc$/i, face: 'SourceHanSansSC-Regular' },
    { file: /^wqy-microhei\.ttc$/i, face: 'WenQuanYiMicroHei' },
    { file: /^wqy-zenhei\.ttc$/i, face: 'WenQuanYiZenHei' },
    { file: /^PingFang\.ttc$/i, face: 'PingFangSC-Regular' },
    { file: /^msyh\.ttc$/i, face: 'MicrosoftYaHei' },
  ],
  korean: [
    { file: /^NotoSansCJK-Regular\.ttc$/i, face: 'NotoSansCJKkr-Regular' },
    { file: /^(?:NotoSansCJKkr|NotoSansKR|SourceHanSansK|SourceHanSansKR)-Regular\.(?:otf|ttf)$/i },
    { file: /^SourceHanSans-Regular\.ttc$/i, face: 'SourceHanSansK-Regular' },
    { file: /^NanumGothic\.ttf$/i },
    { file: /^AppleSDGothicNeo\.ttc$/i, face: 'AppleSDGothicNeo-Regular' },
    { file: /^malgun\.ttf$/i },
  ],
};

/** A font to install for a script, as each system calls it; told where none is found. */
export const fontToInstall: Readonly<Record<EastAsianScript, string>> = {
  japanese: 'fonts-ipafont-gothic',
  chinese: 'fonts-wqy-microhei',
  korean: 'fonts-nanum',
};

/** Levels of folders below a place of fonts that are looked through. */
const deepest = 4;

/** Names a folder whose fonts come before those of the machine (`--font-dir`); threads get it from their host. */
export const fontFolderVariable = 'PROOFDESK_FONT_DIR';

let found: readonly MachineFont[] | undefined;

/** Those there are, one for each script; looked for once. */
export function machineFonts(): readonly MachineFont[] {
  found ??= findFonts(fontPlaces(process.env));
  return found;
}

/** Folders in which fonts are looked for, the first first. */
export function fontPlaces(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const own = environment[fontFolderVariable] ?? '';
  return [...(own === '' ? [] : [own]), ...placesOfFonts()];
}

/** The font of each script that the folders have. */
export function findFonts(folders: readonly string[]): MachineFont[] {
  const files = folders.flatMap((folder) => filesBelow(folder, deepest));
  return eastAsianScripts.flatMap((script) => {
    for (const { file, face } of known[script]) {
      const place = files.find((each) => file.test(path.basename(each)));
      if (place === undefined) continue;
      return [
        {
          name: `machine-${script}`,
          script,
          scripts: eastAsian,
          bytes: kept(place),
          ...(face === undefined ? {} : { face }),
        },
      ];
    }
    return [];
  });
}

/** Faces of one collection are read once. */
const contents = new Map<string, Buffer>();

function kept(file: string): () => Buffer {
  return () => {
    const bytes = contents.get(file) ?? readFileSync(file);
    contents.set(file, bytes);
    return bytes;
  };
}

function placesOfFonts(): string[] {
  switch (process.platform) {
    case 'win32':
      return [
        path.join(process.env['WINDIR'] ?? String.raw`C:\Windows`, 'Fonts'),
        path.join(process.env['LOCALAPPDATA'] ?? homedir(), 'Microsoft', 'Windows', 'Fonts'),
      ];
    case 'darwin':
      return [
        path.join(homedir(), 'Library', 'Fonts'),
        '/Library/Fonts',
        '/System/Library/Fonts',
        '/System/Library/AssetsV2',
      ];
    default:
      return [
        path.join(homedir(), '.local', 'share', 'fonts'),
        path.join(homedir(), '.fonts'),
        '/usr/local/share/fonts',
        '/usr/share/fonts',
      ];
  }
}

/** Paths of the files below a folder, in an order that is the same each time. */
function filesBelow(folder: string, levels: number): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const place = path.join(folder, entry.name);
      if (entry.isDirectory()) return levels > 0 ? filesBelow(place, levels - 1) : [];
      return [place];
    });
}
