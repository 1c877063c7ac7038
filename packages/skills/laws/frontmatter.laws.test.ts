import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { readPlain } from "../src/head/read-plain.ts";
import { readFrontmatter } from "../src/index.ts";
import { readYaml } from "../src/yaml/index.ts";

/** More with `POLYGLAV_CASES=1000000`. */
const numRuns = Number(process.env.POLYGLAV_CASES ?? 20_000);

function law<Input>(sentence: string, given: fc.Arbitrary<Input>, holds: (input: Input) => void): void {
  it(sentence, () => {
    fc.assert(
      fc.property(given, (input) => {
        holds(input);
      }),
      { numRuns },
    );
  });
}

/** What YAML itself makes of a head, with scalars as text and no aliases; `undefined` when it has a fault. */
function yamlSays(head: string): unknown {
  const document = parseDocument(`${head}\n`, { schema: "failsafe", logLevel: "silent" });
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    return undefined; // it has an alias
  }
}

/** Pieces that heads are made of, and those that make YAML what it is. */
const piece = fc.constantFrom(
  ..."a b name x1 - - : : # | > |- >- |+ >+ |2 >1 ' \" [ ] { } , & * ! % @ ` ? / \\ . ... --- ~ null no 1.10".split(
    " ",
  ),
  " ",
  " ",
  "  ",
  ": ",
  " #",
  "\n",
  "\n",
  "\n  ",
  "\n    ",
  "\n- ",
  "\n  - ",
  "\nb: ",
  "\n  c: ",
  "\n  \n",
  "\n\n",
  "\t",
  "__proto__",
  "constructor",
  "\u00e9",
  "\u00a0",
  "\u2028",
  "\u0085",
  "\ud83d\ude00",
  "''",
  '""',
  '\\"',
  "\\n",
  "[a, b]",
);
const soup = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));
const line = fc
  .tuple(
    fc.constantFrom("", "", "", "  ", "    ", " "),
    fc.constantFrom("a: ", "b:", "c: ", "name: ", "description: ", "- ", "", "d : ", "# ", "- e: "),
    fc.oneof(
      soup.map((text) => text.replaceAll("\n", "")),
      fc.constantFrom("text", "two words", "|", ">-", ">", "'q'", '"q"', ""),
    ),
  )
  .map((parts) => parts.join(""));
const lines = fc.array(line, { maxLength: 7 }).map((all) => all.join("\n"));
/** Heads as people write them, with a piece put in somewhere. */
const value = fc.oneof(
  fc.constantFrom(
    "text",
    "two words",
    "",
    '"q: r"',
    "'it''s'",
    "[a, 'b']",
    "1.10",
    "no",
    "a-b/c.d",
    "- x",
    "x #y",
    "x#y",
    "a:b",
  ),
  fc
    .tuple(
      fc.constantFrom("|", ">", "|-", ">-", "|+", ">+", "|2", ">2-"),
      fc.array(fc.constantFrom("  one", "  two words", "", "   deeper", "  "), { minLength: 1, maxLength: 4 }),
    )
    .map(([header, lines]) => [header, ...lines].join("\n")),
  fc
    .array(fc.constantFrom("  more", "    more", "", "  - item", "- item", "  k: v", "  k: |\n    x", "  # no"), {
      minLength: 1,
      maxLength: 4,
    })
    .map((lines) => ["", ...lines].join("\n")),
  fc
    .array(fc.constantFrom("  more", "    yet more", ""), { minLength: 1, maxLength: 3 })
    .map((lines) => ["text", ...lines].join("\n")),
);
const written = fc
  .array(value, { minLength: 1, maxLength: 4 })
  .map((values) => values.map((value, i) => `${"abcd".charAt(i)}: ${value}`).join("\n"));
const disturbed = fc
  .tuple(written, piece, fc.nat())
  .map(([text, piece, at]) => text.slice(0, at % (text.length + 1)) + piece + text.slice(at % (text.length + 1)));
const head = fc.oneof(
  written,
  disturbed,
  lines,
  lines,
  soup.map((text) => `a: ${text}`),
  soup,
  fc.string(),
);

describe("the small reader", () => {
  law("gives what YAML gives wherever it is certain, and takes nothing that YAML rejects", head, (text) => {
    const plain = readPlain(text);
    if (plain === undefined) return;
    const says = yamlSays(text);
    // A head without fields is no map to YAML.
    expect(JSON.stringify(says === null ? {} : says)).toBe(JSON.stringify(plain));
  });
  it("is certain often enough for that law to mean something", () => {
    const all = fc.sample(head, { numRuns: 4_000, seed: 1 });
    expect(all.filter((text) => Object.keys(readPlain(text) ?? {}).length > 0).length).toBeGreaterThan(400);
  });
});

const text = fc.oneof(
  head.map((head) => `---\n${head}\n---\nbody\n`),
  fc.tuple(head, fc.string()).map(([head, body]) => `---\n${head}\n---\n${body}`),
  fc.tuple(head, fc.string()).map((parts) => parts.join("")),
);

describe("readFrontmatter()", () => {
  law("never throws, and the body ends the text, byte for byte", fc.tuple(text, fc.boolean()), ([text, withYaml]) => {
    const { body, how, fields } = readFrontmatter(text, { yaml: withYaml ? readYaml : undefined });
    expect(text.endsWith(body)).toBe(true);
    if (how === "none") expect([body, Object.keys(fields)]).toEqual([text, []]);
  });

  law(
    "reads the same whatever system ended the lines",
    fc.tuple(text, fc.constantFrom("\r\n", "\r")),
    ([text, end]) => {
      fc.pre(!text.includes("\r"));
      const [here, there] = [text, text.replaceAll("\n", end)].map((text) => readFrontmatter(text, { yaml: readYaml }));
      expect(there?.fields).toEqual(here?.fields);
      expect(there?.body).toBe(here?.body.replaceAll("\n", end));
      expect(there?.problems).toEqual(here?.problems);
    },
  );

  law("gives the same with a byte order mark, and when it is asked again", text, (text) => {
    fc.pre(!text.startsWith("\uFEFF"));
    const read = (text: string): string => JSON.stringify(readFrontmatter(text, { yaml: readYaml }).fields);
    expect(read(`\uFEFF${text}`)).toBe(read(text));
    expect(read(text)).toBe(read(text));
  });

  law("tells of every head that is not YAML, with a line of it", head, (head) => {
    const { how, problems } = readFrontmatter(`---\n${head}\n---\n`, { yaml: readYaml });
    if (how === "salvaged") expect(problems.length).toBeGreaterThan(0);
    for (const { line = 0 } of problems) {
      expect(line).toBeGreaterThan(0);
      expect(line).toBeLessThanOrEqual(head.split(/\r\n|\r|\n/).length + 2);
    }
  });
});
