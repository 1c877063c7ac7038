import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KNOWN } from "../category.ts";
import { decide } from "../decide.ts";
import { resourceOf } from "../resource.ts";
import { call, holderOf } from "./gate.fixture.ts";
import { coveredBy, widerThan } from "./wider.ts";

const patternFor = (category: string, ...resource: string[]): string | undefined =>
  widerThan(call(category, ...resource), KNOWN)[0]?.pattern;

describe("widerThan", () => {
  it("offers the commands that begin alike: the program, and its subcommand where it has them", () => {
    expect(patternFor("bash", "npm", "test")).toBe("npm test **");
    expect(patternFor("bash", "npm", "test", "--", "-w")).toBe("npm test **");
    expect(patternFor("bash", "npm", "run", "build", "--watch")).toBe("npm run build **");
    expect(patternFor("bash", "ls")).toBe("ls **");
    expect(patternFor("bash", "tsc", "--noEmit")).toBe("tsc **");
    expect(patternFor("vcs", "git", "status", "-s")).toBe("git status **");
  });

  it("offers none where later words could start, write or reach something else (D16)", () => {
    const commands = [
      "git grep -Oless x",
      "git grep --open-files-in-pager=vi x",
      "git -c core.pager=evil log",
      "git diff --ext-diff",
      "git log --output=f",
      "npm exec x",
      "npm -v",
      "npm",
      "npm run",
      "npm run --silent x",
      "npx x",
      "sudo ls",
      "env A=1 ls",
      "xargs rm",
      "find . -delete",
      "rm -rf tmp",
      "bash x.sh",
      "node x.js",
      "curl https://x.test",
      "man ls",
      "./build.sh all",
      "/bin/ls",
      "A=1 ls",
      "-x",
    ];
    for (const command of commands)
      expect([command, patternFor("bash", ...command.split(" "))]).toEqual([command, undefined]);
    expect(patternFor("bash", "\0dynamic", "x")).toBeUndefined();
    expect(patternFor("bash", "npm", "\0dynamic")).toBeUndefined();
    expect(patternFor("bash", "ls *", "x")).toBeUndefined();
    expect(patternFor("bash")).toBeUndefined();
  });

  it("offers the folder of a file inside the worktree, and nothing as wide as all of it", () => {
    expect(patternFor("edit", "src", "a.ts")).toBe("src/**");
    expect(patternFor("read", "src", "a b", "c.ts")).toBe("src/a b/**");
    expect(patternFor("edit", "we*rd", "a.ts")).toBe("we\\*rd/**");
    for (const resource of [["a.ts"], ["."], ["/", "etc", "passwd"], ["/"], [], ["\0", "a"]]) {
      expect(patternFor("edit", ...resource)).toBeUndefined();
    }
    expect(widerThan(call("edit", "src", "a.ts"), KNOWN)[0]?.text).toBe('edit anything in "src"');
  });

  it("offers the host of a page, and only that host and port", () => {
    const page = (url: string): readonly string[] => resourceOf("web", url) ?? [];
    const pattern = patternFor("web", ...page("https://docs.example.com/a/b?c=d")) ?? "";
    expect(pattern).toBe("https://docs.example.com:443/**");
    const isCovered = (url: string): boolean => coveredBy(call("web", ...page(url)), pattern, KNOWN);
    for (const url of ["https://docs.example.com", "https://docs.example.com/c", "https://docs.example.com:443/?q=1"]) {
      expect([url, isCovered(url)]).toEqual([url, true]);
    }
    for (const url of [
      "http://docs.example.com/a/b",
      "https://docs.example.com:8443/a/b",
      "https://docs.example.com.evil.test/a/b",
      "https://evil.docs.example.com/a/b",
      "https://example.com/docs",
    ]) {
      expect([url, isCovered(url)]).toEqual([url, false]);
    }
    expect(patternFor("web")).toBeUndefined();
    expect(patternFor("web", "https")).toBeUndefined();
    expect(patternFor("web", "\0dynamic")).toBeUndefined();
  });

  it("offers none for names, unknown categories, several actions and none", () => {
    for (const category of ["mcp", "delegate", "team", "ask", "constructor", ""])
      expect(patternFor(category, "a", "b")).toBeUndefined();
    const both = [...call("bash", "ls").actions, ...call("bash", "wc").actions];
    expect(widerThan({ actions: both }, KNOWN)).toEqual([]);
    expect(widerThan({ actions: [] }, KNOWN)).toEqual([]);
    expect(widerThan({ actions: [...call("bash", "ls").actions, ...call("bash", "ls").actions] }, KNOWN)).toHaveLength(
      1,
    );
  });

  it("whatever is asked for, covers it, and says the words that all it covers begin with (L13)", () => {
    const word = fc.oneof(
      fc.constantFrom("npm", "test", "ls", "git", "status", "run", "src", "**", "*", "a b", "'", '"', "\\", "-x", "\0"),
      fc.string({ maxLength: 6 }),
    );
    let offered = 0;
    fc.assert(
      fc.property(
        fc.constantFrom("bash", "edit", "web"),
        fc.array(word, { maxLength: 4 }),
        fc.array(word),
        (category, resource, other) => {
          const [wider] = widerThan(call(category, ...resource), KNOWN);
          if (wider === undefined) return;
          offered += 1;
          expect(coveredBy(call(category, ...resource), wider.pattern, KNOWN)).toBe(true);
          const covers = { kind: "pattern", category, pattern: wider.pattern } as const;
          const grant = { id: "g", holder: "me", covers, lift: "confirm", approver: "operator", uses: "run" } as const;
          const isAllowed =
            decide(holderOf({ [category]: "ask" }), call(category, ...other), [grant]).decision === "allow";
          const prefix = wider.pattern.slice(0, -3).split(category === "bash" ? " " : "/");
          if (category === "bash") expect(isAllowed).toBe(prefix.every((text, i) => other[i] === text));
        },
      ),
      { numRuns: 20_000 },
    );
    expect(offered).toBeGreaterThan(500);
  });
});

describe("coveredBy", () => {
  it("is false for what cannot be read, and never throws", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom("bash", "edit", "web", "mcp", "nothing"), (pattern, category) => {
        expect(typeof coveredBy(call(category, "a"), pattern, KNOWN)).toBe("boolean");
      }),
    );
    expect(coveredBy(call("bash", "ls"), "'", KNOWN)).toBe(false);
    expect(coveredBy(call("bash", "ls"), "", KNOWN)).toBe(false);
    expect(coveredBy(call("nothing", "ls"), "**", KNOWN)).toBe(false);
  });
});
