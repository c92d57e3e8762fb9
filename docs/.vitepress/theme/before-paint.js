/* Runs before the first paint: the chosen appearance, and the modifier key that the search shows. */
(() => {
  const { classList } = document.documentElement;
  let preference = 'auto';
  try {
    preference = localStorage.getItem('vitepress-theme-appearance') || 'auto';
  } catch {
    // Storage is blocked: the system's appearance.
  }
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  if (preference === 'auto' ? prefersDark : preference === 'dark') classList.add('dark');
  classList.toggle('mac', /Mac|iPhone|iPod|iPad/i.test(navigator.platform));
})();
