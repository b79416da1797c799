import {defineConfig} from 'vitepress';
import {sections} from '../pages.mjs';

/** Anchors as the repository's pages have them, which `LinksTest` checks. */
const slugify = text => text.trim().toLowerCase().replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '').replace(/\s/g, '-');

export default defineConfig({
  title: 'GraphKernel for Java',
  description: 'Java methods over tensors become fused native kernels while javac compiles them',
  srcDir: 'target/pages',
  outDir: 'target/site',
  cacheDir: 'target/cache',
  // Where the site will lie on its server, as /graphkernel/.
  base: process.env.SITE_BASE ?? '/',
  markdown: {anchor: {slugify}, lineNumbers: false},
  head: [['link', {rel: 'icon', href: 'data:,'}]],
  vite: {build: {chunkSizeWarningLimit: 4096}},
  themeConfig: {
    sidebar: sections(),
    search: {provider: 'local'},
    outline: [2, 3],
  },
});
