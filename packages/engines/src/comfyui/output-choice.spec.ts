import { chooseFiles, type MadeFile, preferSaved, serverFiles } from './output-choice.js';

describe('the files of a job', () => {
  it('are found in lists of any name, and in the paths of 3D models', () => {
    const outputs = {
      '9': { images: [{ filename: 'a.png', subfolder: 'x/y', type: 'output' }], animated: [false] },
      '10': { gifs: [{ filename: 'b.mp4', subfolder: '', type: 'temp', format: 'video/h264-mp4' }] },
      '11': { result: ['mesh\\c.glb', { position: 1 }, null], text: ['d.txt', 'a cat'] },
      '12': { audio: [{ filename: 'e.mp3' }] },
    };
    expect(
      serverFiles(outputs).map(({ node, type, subfolder, name }) => [node, type, subfolder, name]),
    ).toEqual([
      ['9', 'output', 'x/y', 'a.png'],
      ['10', 'temp', '', 'b.mp4'],
      ['11', 'output', 'mesh', 'c.glb'],
      ['12', 'output', '', 'e.mp3'],
    ]);
  });

  it.each([[{ subfolder: null }], [{ subfolder: null, type: null }], [{ subfolder: '', type: null }], [{}]])(
    'are in the directory itself where a node writes %j',
    (place) => {
      const [file] = serverFiles({ '9': { images: [{ filename: 'a.png', ...place }] } });
      expect(file).toMatchObject({ name: 'a.png', subfolder: '', type: 'output' });
    },
  );

  it.each([
    [null],
    ['text'],
    [[]],
    [{ '9': null }],
    [{ '9': { images: 'a.png' } }],
    [{ '9': { images: [1] } }],
    [{ '9': { images: null } }],
    [{ '9': { images: [null], animated: null } }],
    [{ '9': { images: [{ filename: null, subfolder: '', type: 'output' }] } }],
    [{ '9': { images: [{ filename: 7 }] } }],
    [{ '9': { images: [{ filename: 'a.png', subfolder: 7 }] } }],
  ])('are none without a file: %j', (outputs) => {
    expect(serverFiles(outputs)).toEqual([]);
  });

  it('never include the inputs', () => {
    expect(serverFiles({ '1': { images: [{ filename: 'mine.png', type: 'input' }] } })).toEqual([]);
  });

  it('are previews only if no file was saved', () => {
    const file = (name: string, type: string) => ({ filename: name, subfolder: '', type });
    const names = (...images: object[]) =>
      preferSaved(serverFiles({ '1': { images } })).map(({ name }) => name);
    expect(names(file('a.png', 'temp'), file('b.png', 'output'))).toEqual(['b.png']);
    expect(names(file('a.png', 'temp'))).toEqual(['a.png']);
  });
});

describe('the result', () => {
  const file = (node: string, name: string, contentType = ''): MadeFile => ({ node, name, contentType });
  const made = [
    file('1', 'preview.png'),
    file('2', 'clip.mp4'),
    file('3', 'notes.txt'),
    file('4', 'asset', 'model/gltf-binary'),
  ];
  const chosen = (...rest: Parameters<typeof chooseFiles> extends [unknown, ...infer R] ? R : never) =>
    chooseFiles(made, ...rest).map(({ node }) => node);

  it('is every file of the modality, by its type or its name', () => {
    expect(chosen('video', null)).toEqual(['2']);
    expect(chosen('3d', null)).toEqual(['4']);
  });

  it('is any media if there is none of the modality', () => {
    expect(chosen('audio', null)).toEqual(['1', '2', '4']);
  });

  it('is the output of the named nodes, in their order, and never a text', () => {
    expect(chosen('video', ['4', '3', '1'])).toEqual(['4', '1']);
    expect(chosen('video', ['7'])).toEqual([]);
  });
});
