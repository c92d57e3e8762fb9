/** Sounds of 10 ms, 440 Hz at 8 kHz, as sox 14.4 and ffmpeg 5.1 wrote them, in formats that no library of ours writes. */

export interface SoundFile {
  contentType: string;
  extension: string;
  seconds: number;
  bytes: Buffer;
}

const sound = (contentType: string, extension: string, seconds: number, base64: string): SoundFile => ({
  contentType,
  extension,
  seconds,
  bytes: Buffer.from(base64, 'base64'),
});

/** ADPCM is padded to its block, ALAC and Opus to their packet. */
export const SOUND_FILES: Readonly<Record<string, SoundFile>> = {
  'an AIFF of sox': sound(
    'audio/aiff',
    'aiff',
    0.01,
    'Rk9STQAAAPBBSUZGQ09NVAAAABoAAecxLMoAAAAQUHJvY2Vzc2VkIGJ5IFNvWENPTU0AAAASAAEAAABQABBAC/oAAAAAAAAAU1NORAAAAKgAAA' +
      'AAAAAAAANHHgo5zU12WNJY9085O4ohWAK45DnImLPlp9ymi6+JwkjcH/pfGSU1EEqeV2lZ1VGlP9EmaAiD6YrNT7b3qWCl5606vi3XFPSjE7ww' +
      'TEdbVcRaP1PZQ7wrbg4n7xHSFbp4qxalyqsNuonR/O8yDf0rn0OEVBlZ+lYPRw0wnhNq9PfWw757rPGmKKkstx7NOemHCKQmIUBNUN9bD1ViTq' +
      'A=',
  ),
  'an AIFF of 24 bits': sound(
    'audio/aiff',
    'aiff',
    0.01,
    'Rk9STQAAAjBBSUZGQ09NVAAAABoAAecxLMoAAAAQUHJvY2Vzc2VkIGJ5IFNvWENPTU0AAAASAAIAAABQABhAC/oAAAAAAAAAU1NORAAAAegAAA' +
      'AAAAAAAANG6wNG6x4KZR4KZTnNEjnNEk12x012x1jR5FjR5Fj4DFj4DE85ik85ijuKfDuKfCFYZSFYZQK37AK37OQ4iuQ4isiYG8iYG7PlR7Pl' +
      'R6fa06fa06aKfqaKfq+I+q+I+sJHQ8JHQ9weJ9weJ/pelPpelBkl5Rkl5TUQEDUQEEqfFkqfFldpuFdpuFnWXVnWXVGl8lGl8j/RXj/RXiZory' +
      'ZorwiCpQiCpemJLumJLs1N3c1N3bb2urb2uqlgoqlgoqXmaqXmaq05K605K74sVr4sVtcUW9cUW/SjyfSjyRO8yhO8yjBMojBMokdbo0dbo1XE' +
      '5FXE5Fo/nVo/nVPaNlPaNkO8pkO8pituiytuiw4mww4mw+8QiO8QiNIUbtIUbrp3LLp3LKsViasViaXJbqXJbqsM5KsM5LqIZLqIZNH6xNH6xO' +
      '8ybu8ybg386A386Cuf+yuf+0OEFkOEFlQZVFQZVFn6oFn6oFYO8FYO8EcNfUcNfTCdxzCdxxNp7RNp7fT25PT25NbCr9bCr756qb56qazwYazw' +
      'YaYnKaYnKakq1qkq1rceKbceKc0448044+mGm+mGmwijWgijWiYg0CYg0EBNvUBNvVDfW1DfW1sPlFsPlFViBlViBk6hgU6hgQ==',
  ),
  'an AIFF-C of sox': sound(
    'audio/aiff',
    'aiff',
    0.01,
    'Rk9STQAAAO5BSUZDRlZFUgAAAASigFFAQ09NTQAAACYAAQAAAFAAEEAL+gAAAAAAAABOT05FDm5vdCBjb21wcmVzc2VkAFNTTkQAAACoAAAAAA' +
      'AAAAADSB4JOcxNdVjSWPdPOTuLIVgCuOQ5yJmz5afbpoqvisJI3B76XhknNQ9Kn1dpWdZRpD/RJmkIg+mKzU22+KlhpeetOr4t1xT0oxO9MExH' +
      'W1XEWj9T2UO8K24OJ+8R0hW6eKsWpcqrDrqJ0fzvMw39K59DhFQYWfpWD0cMMJ0TavT21sO+e6zwpiipK7cfzTnphwijJiFATVDfWw5VYk6g',
  ),
  'an AIFF-C in µ-law': sound(
    'audio/aiff',
    'aiff',
    0.01,
    'Rk9STQAAAJBBSUZDRlZFUgAAAASigFFAQ09NTQAAABgAAQAAAFAACEAL+gAAAAAAAAB1bGF3AABTU05EAAAAWAAAAAAAAAAA/8i6s6+vsrnG70' +
      'o7My8vMjlEZ8y8tLCvsrjC3008NTAvMTdAW9C9tbCvsba/11M+NjAvMDY+U9e/trGvsLW90FtANzEvMDU8Td/CuLKvsLQ=',
  ),
  'an AIFF-C in A-law': sound(
    'audio/aiff',
    'aiff',
    0.01,
    'Rk9STQAAAJBBSUZDRlZFUgAAAASigFFAQ09NTQAAABgAAQAAAFAACEAL+gAAAAAAAABhbGF3AABTU05EAAAAWAAAAAAAAAAA1eCRnpqamZDi3W' +
      'YWHhoaGRBsReSXn5uamZPuzXoXHBsaGBJodf6UnJuamJ3r8X0VHRsaGx0VffHrkpiam5yU/nVoEhgaGxwXes3uk5mam58=',
  ),
  'an AIFF-C of floats': sound(
    'audio/aiff',
    'aiff',
    0.01,
    'Rk9STQAAAYBBSUZDRlZFUgAAAASigFFAQ09NTQAAABgAAQAAAFAAIEAL+gAAAAAAAABmbDMyAABTU05EAAABSAAAAAAAAAAAAAAAAD0tYAA9oy' +
      'AAPdxQAD37YAA9/NAAPeBQAD2pQAA9PIAAO4EAAL0eIAC9nNAAvdgQAL35wAC9/fAAveQQAL2vQAC9S0AAvACAAD0OwAA9lmAAPdOwAD334AA9' +
      '/tAAPeegAD21AAA9WgAAPEEAALz+gAC9j9AAvc8QAL31wAC9/3AAverwAL26kAC9aGAAvICAADzfQAA9iSAAPcpAAD3zcAA9/9AAPe4AAD3AAA' +
      'A9dqAAPKBAALy/wAC9gkAAvcUwAL3w0AC9//AAvfDQAL3FQAC9glAAvMAAADygAAA9doAAPb/wAD3t8AA9/9AAPfNwAD3KQAA9iTAAPN9AALyA' +
      'QAC9aGAAvbqQAL3q4AC9/3AAvfXQAL3PEAC9j+AAvP7AADxAgAA9WeAAPbTwAD3nkAA9/tAAPffwAD3TsAA=',
  ),
  'an AIFF-C in ADPCM': sound(
    'audio/aiff',
    'aiff',
    0.016,
    'Rk9STQAAAIRBSUZDRlZFUgAAAASigFFAQ09NTQAAABgAAQAAAAIABEAL+gAAAAAAAABpbWE0AABTU05EAAAATAAAAAAAAAAAAABwd3d3yrqqEF' +
      'M0IwLJ66ubCFM0MxG5zcuqCEJEMhGozAO3rJsJMjZDEaivgICAgICAgICAgIAAiACIAIgAiACIAIg=',
  ),
  'an AU of sox, in µ-law': sound(
    'audio/basic',
    'au',
    0.01,
    'LnNuZAAAACwAAABQAAAAAQAAH0AAAAABUHJvY2Vzc2VkIGJ5IFNvWAAAAADRoZKMiYmMkZ/WIxQMCQkLEB1HppWNiomLj5y9KRYNCgkLDxs4q5' +
      'eOiomKjpqyLhgOCgkKDhguspmOiomKjpesOBsPCwkKDRYpvZyPi4mKjA==',
  ),
  'an AU of ffmpeg': sound(
    'audio/basic',
    'au',
    0.01,
    'LnNuZAAAACAAAACgAAAAAwAAH0AAAAABAAAAAAAAAAAAAAVrCjINxQ+2D80OBQqUBeQAgfsP9jPyf/Bk8CHxv/UM+ab+/wR2CWYNOw9+D+0Oeg' +
      'tQBtABgvwG9wPzD/Ck8AnxUfRX+L39/gN9CJIMpA83D/0O4AwAB7UCgf0B99zzrfDz8AHw8/Os99v9AAKAB7QL/w7fD/0PNwykCJMDff3/+L30' +
      'V/FS8Anwo/MP9wL8BQGBBs8LTw55D+0Pfw07',
  ),
  'a Wave64 of sox': sound(
    'audio/x-w64',
    'w64',
    0.01,
    'cmlmZi6RzxGl1ijbBMEAAAgBAAAAAAAAd2F2ZfOs0xGM0QDAT47bimZtdCDzrNMRjNEAwE+O24ooAAAAAAAAAAEAAQBAHwAAgD4AAAIAEABkYX' +
      'Rh86zTEYzRAMBPjtuKuAAAAAAAAABHAwoezDl2TdFY91g4T4o7VyG4AjnkmMjms9unjKaJr0jCHtxf+iUZDzWfSmhX1lmlUdI/aSaDCInpTs33' +
      'tmKp6KU6rS2+Fdek9L0TTTBcR8RVP1raU7xDbysnDhHvFdJ3uhWryqUOq4m6+9Ez7/0NoCuDQxlU+lkOVgxHnTBqE/f0wtZ7vvGsJ6YrqR+3Os' +
      '2H6aQIICZOQN9QD1thVaJO',
  ),
  'a Wave64 of ffmpeg': sound(
    'audio/x-w64',
    'w64',
    0.01,
    'cmlmZi6RzxGl1ijbBMEAAAgBAAAAAAAAd2F2ZfOs0xGM0QDAT47bimZtdCDzrNMRjNEAwE+O24ooAAAAAAAAAAEAAQBAHwAAgD4AAAIAEABkYX' +
      'Rh86zTEYzRAMBPjtuKuAAAAAAAAAAAAGsFMgrFDbYPzQ8FDpQK5AWBAA/7M/Z/8mTwIfC/8Qz1pvn//nYEZgk7DX4P7Q96DlAL0AaCAQb8A/cP' +
      '86TwCfBR8Vf0vfj+/X0DkgikDDcP/Q/gDgAMtQeBAgH93Pet8/PwAfDz8Kzz2/cA/YACtAf/C98O/Q83D6QMkwh9A//9vfhX9FLxCfCj8A/zAv' +
      'cF/IEBzwZPC3kO7Q9/DzsN',
  ),
  'a CAF': sound(
    'audio/x-caf',
    'caf',
    0.01,
    'Y2FmZgABAABkZXNjAAAAAAAAACBAv0AAAAAAAGxwY20AAAAAAAAAAgAAAAEAAAABAAAAEGNoYW4AAAAAAAAADABkAAEAAAAAAAAAAGRhdGEAAA' +
      'AAAAAApAAAAAAAAAVrCjINxQ+2D80OBQqUBeQAgfsP9jPyf/Bk8CHxv/UM+ab+/wR2CWYNOw9+D+0OegtQBtABgvwG9wPzD/Ck8AnxUfRX+L39' +
      '/gN9CJIMpA83D/0O4AwAB7UCgf0B99zzrfDz8AHw8/Os99v9AAKAB7QL/w7fD/0PNwykCJMDff3/+L30V/FS8Anwo/MP9wL8BQGBBs8LTw55D+' +
      '0Pfw07',
  ),
  'a CAF in µ-law': sound(
    'audio/x-caf',
    'caf',
    0.01,
    'Y2FmZgABAABkZXNjAAAAAAAAACBAv0AAAAAAAHVsYXcAAAAAAAAAAQAAAAEAAAABAAAACGNoYW4AAAAAAAAADABkAAEAAAAAAAAAAGRhdGEAAA' +
      'AAAAAAVAAAAAD/yLqzr6+yucbvSjszLy8yOURnzLy0sK+yuMLfTTw1MC8xN0Bb0L21sK+xtr/XUz42MC8wNj5T17+2sa+wtb3QW0A3MS8wNTxN' +
      '38K4sq+wtA==',
  ),
  'a CAF in ADPCM': sound(
    'audio/x-caf',
    'caf',
    0.016,
    'Y2FmZgABAABkZXNjAAAAAAAAACBAv0AAAAAAAGltYTQAAAAAAAAAIgAAAEAAAAABAAAABGNoYW4AAAAAAAAADABkAAEAAAAAAAAAAGRhdGEAAA' +
      'AAAAAASAAAAAAAAHB3d3fKuqoQUzQjAsnrq5sIUzQzEbnNy6oIQkQyEajMA7esmwkyNkMRqK+AgICAgICAgICAgACIAIgAiACIAIgAiA==',
  ),
  'a CAF in ALAC': sound(
    'audio/x-caf',
    'caf',
    0.512,
    'Y2FmZgABAABkZXNjAAAAAAAAACBAv0AAAAAAAGFsYWMAAAAAAAAAAAAAEAAAAAABAAAAAGNoYW4AAAAAAAAADABkAAEAAAAAAAAAAGt1a2kAAA' +
      'AAAAAAMAAAAAxmcm1hYWxhYwAAACRhbGFjAAAAAAAAEAAAECgKDgEAAAAAIAQAAfQAAAAfQGRhdGEAAAAAAAAAbAAAAAAAABAAAACgAAANDAGJ' +
      '/gYBh/8AAJP/1A/4Vq/8Jjv4u7mC/pMBVY1IfjldB0KFEDF8Uk+FEZ0arRWECIgGAx+ZXyqUGQBBASeTVhYrZAi4UoKdbbCblztSYImQhTj4c/' +
      'bknlI0j1B5/HBha3QAAAAAAAAAGQAAAAAAAAABAAAAAAAAEAAAAAAAAAAAAGg=',
  ),
  'a CAF in Opus': sound(
    'audio/x-caf',
    'caf',
    0.02,
    'Y2FmZgABAABkZXNjAAAAAAAAACBA53AAAAAAAG9wdXMAAAAAAAAAAAAAA8AAAAABAAAAAGNoYW4AAAAAAAAADABkAAEAAAAAAAAAAGRhdGEAAA' +
      'AAAAABLAAAAAD4ckTBipV9WS6STkO95dFkij/671N7dJZCD2bHzWlw3sBUeZbY/e4BoRDvypcpR+9AUdHIvHuNCTdQZhNYZSNLhywg4L2XvRgq' +
      'DkCH/F4VhDiQyaCG2v51umeaanTzLP7D7Ia3w5ThYFwvg/di8Dxt/jgQCn3lQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD' +
      'vw3YgavZPnrFF0tsxNraYm1s/LIkTSH+lvqyT8PMl+HmRAy3GylpdzTz55mnw77F5JahtTvQMo76jvB9RYXuDw/O+pMOf47Q0/v7AUCNMSgt/s' +
      '4L8fKYDxeeHYQTg0VxcoAVnW6D7ZsIJFImTAaUWNmYiumsGuFgSxSQ9TcvS1w7RWGKz0G9fIzwiTvXBha3QAAAAAAAAAGgAAAAAAAAABAAAAAA' +
      'AAA8AAAAAAAAAAAIIo',
  ),
  'an AMR': sound('audio/amr', 'amr', 0.02, 'IyFBTVIKBI2cH/8OSfuP4OgEDg=='),
  'an AMR-WB': sound(
    'audio/amr-wb',
    'awb',
    0.04,
    Buffer.concat([Buffer.from('#!AMR-WB\n\x04'), Buffer.alloc(17), Buffer.from('\x7c')]).toString('base64'),
  ),
};

/** The same sound, written to a pipe: the lengths in the header are placeholders. ffprobe reads not all of them. */
export const STREAMED_SOUNDS: Readonly<Record<string, SoundFile>> = {
  'an AIFF of ffmpeg': sound(
    'audio/aiff',
    'aiff',
    0.01,
    'Rk9STQAAAABBSUZGQ09NTQAAABIAAQAAAAAAEEAL+gAAAAAAAABTU05EAAAAAAAAAAAAAAAAAAAFawoyDcUPtg/NDgUKlAXkAIH7D/Yz8n/wZP' +
      'Ah8b/1DPmm/v8EdglmDTsPfg/tDnoLUAbQAYL8BvcD8w/wpPAJ8VH0V/i9/f4DfQiSDKQPNw/9DuAMAAe1AoH9Affc863w8/AB8PPzrPfb/QAC' +
      'gAe0C/8O3w/9DzcMpAiTA339//i99FfxUvAJ8KPzD/cC/AUBgQbPC08OeQ/tD38NOw==',
  ),
  'an AIFF-C of ffmpeg': sound(
    'audio/aiff',
    'aiff',
    0.01,
    'Rk9STQAAAABBSUZDRlZFUgAAAASigFFAQ09NTQAAABgAAQAAAAAACEAL+gAAAAAAAAB1bGF3AABTU05EAAAAAAAAAAAAAAAA/8i6s6+vsrnG70' +
      'o7My8vMjlEZ8y8tLCvsrjC3008NTAvMTdAW9C9tbCvsba/11M+NjAvMDY+U9e/trGvsLW90FtANzEvMDU8Td/CuLKvsLQ=',
  ),
  'an AIFF of sox': sound(
    'audio/aiff',
    'aiff',
    0.01,
    'Rk9STX8AAFBBSUZGQ09NVAAAABoAAecxMBYAAAAQUHJvY2Vzc2VkIGJ5IFNvWENPTU0AAAASAAE/gAAAABBAC/oAAAAAAAAAU1NORH8AAAgAAA' +
      'AAAAAAAANHHgk5zU12WNJY9085O4ohWAK35DnImLPmp9umi6+JwkjcHvpfGSU1D0qfV2lZ1lGlP9EmaAiD6YnNTrb4qWGl5606vi3XFfSkE7ww' +
      'TEdcVcRaP1PaQ7wrbQ4m7xHSFbp4qxalyqsOuonR++8zDfwroUOEVBlZ+lYORwwwnhNp9PfWw757rPCmKKkstx/NOemHCKQmIUBNUN5bEFViTq' +
      'E=',
  ),
  'an AU of ffmpeg': sound(
    'audio/basic',
    'au',
    0.01,
    'LnNuZAAAACD/////AAAAAwAAH0AAAAABAAAAAAAAAAAAAAVrCjINxQ+2D80OBQqUBeQAgfsP9jPyf/Bk8CHxv/UM+ab+/wR2CWYNOw9+D+0Oeg' +
      'tQBtABgvwG9wPzD/Ck8AnxUfRX+L39/gN9CJIMpA83D/0O4AwAB7UCgf0B99zzrfDz8AHw8/Os99v9AAKAB7QL/w7fD/0PNwykCJMDff3/+L30' +
      'V/FS8Anwo/MP9wL8BQGBBs8LTw55D+0Pfw07',
  ),
  'a Wave64 of ffmpeg': sound(
    'audio/x-w64',
    'w64',
    0.01,
    'cmlmZi6RzxGl1ijbBMEAAP//////////d2F2ZfOs0xGM0QDAT47bimZtdCDzrNMRjNEAwE+O24ooAAAAAAAAAAEAAQBAHwAAgD4AAAIAEABkYX' +
      'Rh86zTEYzRAMBPjtuK/////////38AAGsFMgrFDbYPzQ8FDpQK5AWBAA/7M/Z/8mTwIfC/8Qz1pvn//nYEZgk7DX4P7Q96DlAL0AaCAQb8A/cP' +
      '86TwCfBR8Vf0vfj+/X0DkgikDDcP/Q/gDgAMtQeBAgH93Pet8/PwAfDz8Kzz2/cA/YACtAf/C98O/Q83D6QMkwh9A//9vfhX9FLxCfCj8A/zAv' +
      'cF/IEBzwZPC3kO7Q9/DzsN',
  ),
  'a CAF of ffmpeg': sound(
    'audio/x-caf',
    'caf',
    0.01,
    'Y2FmZgABAABkZXNjAAAAAAAAACBAv0AAAAAAAGxwY20AAAAAAAAAAgAAAAEAAAABAAAAEGNoYW4AAAAAAAAADABkAAEAAAAAAAAAAGRhdGH///' +
      '///////wAAAAAAAAVrCjINxQ+2D80OBQqUBeQAgfsP9jPyf/Bk8CHxv/UM+ab+/wR2CWYNOw9+D+0OegtQBtABgvwG9wPzD/Ck8AnxUfRX+L39' +
      '/gN9CJIMpA83D/0O4AwAB7UCgf0B99zzrfDz8AHw8/Os99v9AAKAB7QL/w7fD/0PNwykCJMDff3/+L30V/FS8Anwo/MP9wL8BQGBBs8LTw55D+' +
      '0Pfw07',
  ),
};
