import { renderSettings } from './server-settings.js';

describe('server settings', () => {
  const places = { data: '/srv/offprint/data', log: "/srv/o'print/log" };

  it('keep every commit through a power cut', () => {
    const text = renderSettings(places, '18.4.0', {});
    expect(text).toContain("fsync = 'on'");
    expect(text).toContain("synchronous_commit = 'on'");
    expect(text).toContain("full_page_writes = 'on'");
  });

  it('let the caller override the defaults and the operator override both', () => {
    const lines = renderSettings(places, '18.4.0', { max_connections: '20' }).split('\n');
    expect(lines).toContain("max_connections = '20'");
    expect(lines).not.toContain("max_connections = '200'");
    expect(lines.filter((line) => line !== '').at(-1)).toContain('custom.conf');
    expect(lines[1]).toContain('/srv/offprint/data/postgresql.conf');
  });

  it('quote values and reject input that would inject another setting', () => {
    expect(renderSettings(places, '18.4.0', {})).toContain("log_directory = '/srv/o''print/log'");
    expect(() => renderSettings(places, '18.4.0', { work_mem: '1MB\nfsync = off' })).toThrow('line break');
    expect(() => renderSettings(places, '18.4.0', { 'fsync = off #': '1' })).toThrow('not the name');
  });
});
