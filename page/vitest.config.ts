import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

// The tests stand with all others in tests/; the packages that they use are here.
const here = (name: string) => join(__dirname, "node_modules", name);

const kAtOnce = Math.max(2, availableParallelism());

export default defineConfig({
  resolve: { alias: { "playwright-core": here("playwright-core") } },
  test: {
    globals: true,
    dir: "../tests/page",
    include: [process.env.JADOUBE_BROWSER ? "browser/*.test.ts" : "*.test.ts"],
    hookTimeout: 120_000,
    testTimeout: process.env.JADOUBE_BROWSER ? 120_000 : 5_000,
    // A browser, a daemon and its boards share the machine with whatever else it has to do.
    retry: process.env.JADOUBE_BROWSER ? 1 : 0,
    // Otherwise one processor is left idle.
    ...(process.env.JADOUBE_BROWSER ? { poolOptions: { forks: { minForks: 2, maxForks: kAtOnce } } } : {}),
  },
});
