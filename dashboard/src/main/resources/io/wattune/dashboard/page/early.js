// Runs before the first paint, so that a dark page never flashes white.
(function () {
  'use strict';
  var asked = new URLSearchParams(location.search).get('theme');
  try {
    asked = asked || localStorage.getItem('wattune.theme');
  } catch (e) {
    asked = asked || null;
  }
  var dark = asked === 'dark' || (asked !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
