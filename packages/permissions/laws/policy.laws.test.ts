import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const HERE = import.meta.dirname;
const files = readdirSync(HERE).filter((file) => file.endsWith(".laws.test.ts"));
const textOf = (file: string): string => readFileSync(`${HERE}/${file}`, "utf8");
/** The laws that the names of a file's tests speak of. */
const lawsIn = (file: string): ReadonlySet<string> =>
  new Set(
    [...textOf(file).matchAll(/(?:describe|it|law)\(\s*["'`]([^"`]*)/g)].flatMap(
      ([, name = ""]) => name.match(/\bL\d+\b/g) ?? [],
    ),
  );
const LAWS = Array.from({ length: 26 }, (_, i) => `L${i + 1}`);
const rows = [...textOf("README.md").matchAll(/^\| (L\d+) +\| (.*?) +\| (.*?) +\|$/gm)].map(
  ([, law = "", says = "", where = ""]) => ({
    law,
    says,
    where: [...where.matchAll(/\]\(([^)]*)\)/g)].map(([, file = ""]) => file),
  }),
);

describe("the laws are written down (L23)", () => {
  it("all of them, in their order, each in words", () => {
    expect(rows.map(({ law }) => law)).toEqual(LAWS);
    for (const { says } of rows) expect(says.length).toBeGreaterThan(15);
  });

  it.each(rows)("$law is named by the files in which it is held", ({ law, where }) => {
    expect(where.length).toBeGreaterThan(0);
    for (const file of where) expect([file, files.includes(file) && lawsIn(file).has(law)]).toEqual([file, true]);
  });

  it("and nothing is named that is not among them", () => {
    for (const file of files) for (const law of lawsIn(file)) expect(LAWS, file).toContain(law);
  });

  it("no law looks into a carve: only decisions and explanations of them count", () => {
    for (const file of files)
      expect([file, /\.(?:named|star|bashAllow|means|otherwise)\b(?! ===)/.exec(textOf(file))?.[0]]).toEqual([
        file,
        undefined,
      ]);
  });
});
