import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  build: {
    // One file of each kind, none of them inlined: the page is served under a policy that allows no inline script or
    // style, and from a program in which every asset is embedded.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    target: "es2021",
  },
  // For work on the page beside a running daemon: npx vite, with the daemon on its usual address.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8064", ws: true } } },
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
});
