import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist', 'node_modules', 'src/wire.ts'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      'no-console': 'error',
      'svelte/no-at-html-tags': 'error',
      // State is replaced, never changed in place; a plain Map is a local tool or a cache.
      'svelte/prefer-svelte-reactivity': 'off',
      // Spaces between inline elements are written out, or the formatter takes them away.
      'svelte/no-useless-mustaches': 'off',
      // The router here is our own; there is nothing to resolve a path with.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  { files: ['*.js'], rules: { 'no-console': 'off' } },
);
