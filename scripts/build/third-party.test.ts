import { describe, expect, it } from "vitest";
import { noticeText, packageFolders } from "./third-party.ts";

describe("packageFolders()", () => {
  it("finds the innermost package of each input, and none for our own sources", () => {
    const inputs = [
      "../../node_modules/.pnpm/ai@7.0.0/node_modules/ai/dist/index.js",
      "../../node_modules/.pnpm/x@1.0.0/node_modules/@ai-sdk/provider/dist/index.js",
      "src/bin.ts",
    ];
    expect([...packageFolders(inputs, "/repo/packages/cli")]).toEqual([
      "/repo/node_modules/.pnpm/ai@7.0.0/node_modules/ai",
      "/repo/node_modules/.pnpm/x@1.0.0/node_modules/@ai-sdk/provider",
    ]);
  });
});

describe("noticeText()", () => {
  it("lists every package with its licence, by name", () => {
    const text = noticeText([
      { name: "zod", version: "4.0.0", license: "MIT", text: "MIT text" },
      { name: "ai", version: "7.0.0", license: "Apache-2.0", text: "Apache text" },
    ]);
    expect(text.indexOf("ai 7.0.0 (Apache-2.0)")).toBeLessThan(text.indexOf("zod 4.0.0 (MIT)"));
    expect(text).toContain("Apache text");
  });
});
