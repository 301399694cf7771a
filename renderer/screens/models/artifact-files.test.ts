/** A chosen folder is its files by their paths below it. */
import { expect, test } from 'vitest';
import { chosenFolder, fileSource } from './artifact-files.ts';

function inFolder(path: string, text: string): File {
  const file = new File([text], path.split('/').at(-1) ?? '');
  Object.defineProperty(file, 'webkitRelativePath', { value: path });
  return file;
}

test('paths stand below the folder that was chosen', () => {
  const source = chosenFolder([
    inFolder('weights/config.json', '{}'),
    inFolder('weights/shards/one.bin', 'one'),
  ]);
  expect(source).toMatchObject({ kind: 'folder', name: 'weights', bytes: 5 });
  expect(source?.kind === 'folder' && source.files.map((each) => each.path)).toEqual([
    'config.json',
    'shards/one.bin',
  ]);
});

test('an empty folder is nothing, a file is itself', () => {
  expect(chosenFolder([])).toBeUndefined();
  expect(fileSource(new File(['abc'], 'model.bin'))).toMatchObject({
    kind: 'file',
    name: 'model.bin',
    bytes: 3,
  });
});
