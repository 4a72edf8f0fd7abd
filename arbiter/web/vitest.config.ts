import { defineConfig } from "vitest/config";

// The tests stand with all others in tests/; what they use is found here.
export default defineConfig({
  test: { globals: true, dir: "../../tests/web", include: ["../../tests/web/**/*.test.ts"] },
});
