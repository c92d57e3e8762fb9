// VitePress 1.6 is made for Vite 5, whose bundler runs an install script. It builds with the dashboard's Vite 8, but for one
// thing: its plugin adds the light forms of pages, which the first page of a visit loads, to the bundle by assignment, and
// Rolldown ignores that. This plugin emits them.
const STATIC_PART = /['"`]__VP_STATIC_START__[^]*?__VP_STATIC_END__['"`]/g;
const isPage = (chunk) => chunk.type === 'chunk' && chunk.isEntry && chunk.facadeModuleId?.endsWith('.md');

export const emitLightPages = {
  name: 'emit-light-pages',
  apply: (_config, { isSsrBuild }) => !isSsrBuild,
  generateBundle: {
    // The plugin of VitePress removes the marks of the static parts.
    order: 'pre',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle).filter(isPage))
        this.emitFile({
          type: 'asset',
          fileName: chunk.fileName.replace(/\.js$/, '.lean.js'),
          source: chunk.code.replace(STATIC_PART, '""'),
        });
    },
  },
};

/** What Rolldown says of that assignment, and of the time of plugins. */
const EXPECTED = new Set(['UNSUPPORTED_BUNDLE_ASSIGNMENT', 'PLUGIN_TIMINGS']);

export function logUnexpected(level, log, report) {
  if (!EXPECTED.has(log.pluginCode ?? log.code)) report(level, log);
}
