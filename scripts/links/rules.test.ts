import { describe, expect, it } from "vitest";
import { machinePathsIn, registryHostsIn } from "./places.ts";
import { checkDocument, type Repository } from "./rules.ts";

const repository = (texts: Readonly<Record<string, string>>): Repository => {
  const known = new Map(
    Object.entries({ "src/a.ts": "", "packages/p/src/b.ts": "", "docs/x.md": "# Here\n", ...texts }),
  );
  return { files: new Set(known.keys()), textOf: (file) => known.get(file) ?? "" };
};
const check = (text: string, file = "README.md"): readonly string[] =>
  checkDocument(file, repository({ [file]: text })).map(({ line, message }) => `${line ?? 0} ${message}`);

describe("links", () => {
  it("lead to files and folders, from the document's own place", () => {
    expect(check("[a](docs/x.md) [b](src/) [c](./src/a.ts) [d](https://example.com/)")).toEqual([]);
    expect(check("[a](../../docs/x.md) [b](src/b.ts)", "packages/p/README.md")).toEqual([]);
  });

  it("are reported with their line when they lead nowhere", () => {
    expect(check("x\n\n[a](docs/gone.md)")).toEqual(['3 Cannot follow link "docs/gone.md": there is no such file']);
  });

  it("do not leave the repository, nor begin at the root of a machine", () => {
    expect(check("[a](../elsewhere.md)").at(0)).toMatch(/leads out of the repository/);
    expect(check("[a](/docs/x.md)").at(0)).toMatch(/begins at the root of a machine/);
  });

  it("lead to headings that exist, here and elsewhere", () => {
    expect(check("# Top\n[a](#top) [b](docs/x.md#here)")).toEqual([]);
    expect(check("[a](#top)").at(0)).toMatch(/no such heading/);
    expect(check("[b](docs/x.md#there)").at(0)).toMatch(/no such heading/);
  });

  it("may point at lines of a source", () => {
    expect(check("[a](src/a.ts#L3)")).toEqual([]);
    expect(check("[a](src/a.ts#top)").at(0)).toMatch(/only documents have headings/);
  });

  it("survive a stray percent sign", () => {
    expect(check("[a](100%.md)").at(0)).toMatch(/no such file/);
  });

  it("are not looked for in code", () => {
    expect(check("```md\n[a](gone.md)\n```\n`[b](gone.md)`")).toEqual([]);
  });
});

describe("paths in code spans", () => {
  it("exist, from the root or beside the document", () => {
    expect(check("`src/a.ts` `packages/p/src` `docs/` `packages/*/src` `a.ts`")).toEqual([]);
    expect(check("`src/b.ts` `src/a.ts` `docs/x.md`", "packages/p/README.md")).toEqual([]);
  });

  it("are reported when their file was moved", () => {
    expect(check("`src/moved.ts`")).toEqual(['1 Cannot find "src/moved.ts": no file of the repository has that path']);
    expect(check("`moved.ts`").at(0)).toMatch(/Cannot find "moved.ts"/);
    expect(check("`packages/*/gone`").at(0)).toMatch(/Cannot find/);
    expect(check("run `node src/moved.ts --fast`").at(0)).toMatch(/Cannot find "src\/moved.ts"/);
  });

  it("are told from names that only look like paths", () => {
    expect(check("`@polyglav/registry/file` `.polyglav/roles.json` `~/.config/x` `a/b` `roles.json`")).toEqual([]);
    expect(check("`deny < ask` `packages/p/dist/index.js` `node_modules/.bin` `local/<id>`")).toEqual([]);
  });

  it("may be listed as examples", () => {
    expect(check("<!-- example paths: src/sum.ts, odd.ts -->\n`src/sum.ts` `odd.ts`")).toEqual([]);
  });
});

describe("places", () => {
  it("of one machine are found, in code too", () => {
    expect(
      machinePathsIn("a.md", "x\n`cd /home/ana/src`").map(({ line, message }) => `${line ?? 0} ${message}`),
    ).toEqual(['2 Cannot name "/home/ana/src": it is a path of one machine']);
    expect(machinePathsIn("a.md", "~/home/x /tmp/x https://example.com/home/x /api/users/x")).toEqual([]);
  });

  it("of registries are found", () => {
    const host = ["registry", "example", "org"].join(".");
    expect(registryHostsIn("a.md", `from ${host}/x`)).toHaveLength(1);
    expect(registryHostsIn("a.md", "registry.names() registry.test.ts registry.explain.name")).toEqual([]);
  });
});
