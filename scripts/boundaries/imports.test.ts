import { describe, expect, it } from "vitest";
import { importsOf } from "./imports.ts";

const read = (text: string): readonly string[] =>
  importsOf("a.ts", text).map(({ specifier, line, typeOnly }) => `${line} ${specifier}${typeOnly ? " (types)" : ""}`);

describe("importsOf()", () => {
  it("finds every way to load another module", () => {
    expect(
      read(
        [
          'import "a";',
          'import b from "b";',
          'import { c, type C } from "c";',
          'export { d } from "d";',
          'export * from "e";',
          'const f = await import("f");',
          'import h = require("h");',
        ].join("\n"),
      ),
    ).toEqual(["1 a", "2 b", "3 c", "4 d", "5 e", "6 f", "7 h"]);
  });

  it("takes require for a load only where there is such a thing", () => {
    expect(read('const require = (path: string) => path;\nrequire("/a");')).toEqual([]);
    expect(read('import { createRequire } from "m";\nconst require = createRequire(u);\nrequire("a");')).toEqual([
      "1 m",
      "3 a",
    ]);
  });

  it("knows what leaves nothing behind when the types are taken away", () => {
    expect(
      read(
        [
          'import type { A } from "a";',
          'import { type B, type C } from "b";',
          'export type { D } from "d";',
          'export { type E } from "e";',
          'let f: import("f").F;',
        ].join("\n"),
      ),
    ).toEqual(["1 a (types)", "2 b (types)", "3 d (types)", "4 e (types)", "5 f (types)"]);
  });

  it("takes an empty or a namespace import for one that loads", () => {
    expect(read('import {} from "a";\nimport * as b from "b";\nexport {} from "c";')).toEqual(["1 a", "2 b", "3 c"]);
  });

  it("is not misled by comments, strings or the body of functions", () => {
    expect(
      read('// import "a";\nconst b = \'import "b"\';\nfunction c(): void {\n  void import("c");\n}\nexport { c };'),
    ).toEqual(["4 c"]);
  });
});
