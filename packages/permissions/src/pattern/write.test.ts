import { describe, expect, it } from "vitest";
import type { ResourceKind } from "../category.ts";
import { patternOf, resourceOf } from "../resource.ts";
import { readPattern, readResource } from "./read.ts";
import { shown } from "./pattern.fixture.ts";
import { writePattern } from "./write.ts";

const CATEGORY = { path: "edit", command: "bash", url: "web", names: "mcp", name: "delegate" } as const;
const written = (kind: ResourceKind, resource: readonly string[]) => patternOf(CATEGORY[kind], resource);

describe("patternOf()", () => {
  it("writes paths", () => {
    expect(written("path", ["src", "a b.ts"])).toBe("src/a b.ts");
    expect(written("path", ["."])).toBe(".");
    expect(written("path", ["/", "etc", "hosts"])).toBe("/etc/hosts");
    expect(written("path", ["/"])).toBe("/");
    expect(written("path", ["~", "x"])).toBe("\\~/x");
    expect(written("path", ["!x", "*", "**", "[a]", "{b,c}", "\\", "?"])).toBe(
      "\\!x/\\*/\\*\\*/\\[a\\]/\\{b,c\\}/\\\\/\\?",
    );
  });

  it("writes commands", () => {
    expect(written("command", ["npm", "test"])).toBe("npm test");
    expect(written("command", ["echo", "a b", "it's", "", "*", "$x", "~", "a\nb", 'say "x"', "\\"])).toBe(
      `echo 'a b' 'it'"'"'s' '' '*' '$x' '~' 'a\nb' 'say "x"' '\\'`,
    );
  });

  it("writes URLs with their port and query, for without them it would mean more", () => {
    const of = (url: string) => written("url", resourceOf("web", url) ?? []);
    expect(of("https://docs.example.com/a")).toBe("https://docs.example.com:443/a?");
    expect(of("http://x/?a=*")).toBe("http://x:80/?a=\\*");
    expect(of("ws://[::1]:8080/")).toBe("ws://[::1]:8080/?");
    expect(of("foo://x/a%2Fb")).toBe("foo://x:/a%2Fb?");
  });

  it("writes names", () => {
    expect(written("names", ["server", "a/b", "*"])).toBe("server/a\\/b/\\*");
    expect(written("name", ["a/b*"])).toBe("a\\/b\\*");
    expect(written("name", ["**"])).toBe("\\*\\*");
  });

  it("writes a star for what nobody can know", () => {
    expect(written("command", ["echo", "\0$x", "a"])).toBe("echo * a");
    expect(written("path", ["src", "\0"])).toBe("src/*");
    expect(written("names", ["\0", "a"])).toBe("*/a");
    expect(written("url", ["https", "com", "\0", "/", "a"])).toBe("https://*.com:443/a?");
    expect(written("name", ["\0"])).toBe("*");
  });

  it("has none for what no text can name", () => {
    const unwritable: readonly (readonly [ResourceKind, readonly string[]])[] = [
      ["path", []],
      ["path", [""]],
      ["path", ["a", ""]],
      ["path", ["a/b"]],
      ["path", ["a", ".."]],
      ["path", ["a", "."]],
      ["path", ["a", "/"]],
      ["command", []],
      ["command", ["a\0"]],
      ["names", []],
      ["names", ["a", ""]],
      ["name", []],
      ["name", ["a", "b"]],
      ["name", [""]],
      ["url", []],
      ["url", ["https", "com"]],
      ["url", ["https", "com", "/", "a/b"]],
      ["url", ["https", "com", "/", "%61"]],
      ["url", ["https", "com", "/", "a?b"]],
      ["url", ["https", "COM", "/"]],
      ["url", ["\0", "com", ":80/", "a"]],
    ];
    for (const [kind, resource] of unwritable) expect(written(kind, resource)).toBeUndefined();
    expect(patternOf("shell", ["a"])).toBeUndefined();
    expect(patternOf("constructor", ["a"])).toBeUndefined();
  });

  it("writes every file, word and name that there is", () => {
    const odd = [
      "a",
      "A",
      "ü",
      "日本",
      "😀",
      "\uf8ff",
      "\ud800",
      "a\\b",
      "-",
      ",",
      "#",
      "=",
      "%",
      "constructor",
      "\n",
      "\x7f",
    ];
    for (const text of odd) {
      expect(written("path", [text])).toBeDefined();
      expect(written("command", [text])).toBeDefined();
      expect(written("names", [text, text])).toBeDefined();
      expect(written("name", [text])).toBeDefined();
    }
  });
});

it("what is written is read back as it was", () => {
  for (const [kind, text] of [
    ["path", "/a/b c/*"],
    ["command", "a 'b c'"],
    ["url", "https://b.a:8080/x?y"],
    ["names", "a/b"],
    ["name", "a"],
  ] as const) {
    const resource = readResource(kind, text, {});
    if (!resource.ok) throw new Error(resource.why);
    const read = readPattern(kind, writePattern(kind, resource.value), {});
    expect(read.ok && read.value.map(shown)).toEqual([resource.value.join(" ")]);
  }
});
