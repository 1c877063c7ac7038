import { describe, expect, it } from "vitest";
import { PLACE, seen } from "../seen.fixture.ts";

/** The words behind `w`, in the first action. */
const words = (written: string): string => (seen(`w ${written}`).bash[0] ?? "").slice(2);

describe("braces", () => {
  it.each([
    ["{a,b}", "a b"],
    ["x{a,b}y", "xay xby"],
    ["{a,b}{1,2}", "a1 a2 b1 b2"],
    ["{a,{b,c}d}", "a bd cd"],
    ["{1..3}", "1 2 3"],
    ["{3..1}", "3 2 1"],
    ["{1..9..4}", "1 5 9"],
    ["{9..1..-4}", "9 5 1"],
    ["{-1..1}", "-1 0 1"],
    ["{1..3..0}", "1 2 3"],
    ["{a..c}", "a b c"],
    ["{C..A}", "C B A"],
    ["{,x}", "x"],
    ['{a,"b c"}', "a b c"],
    ["{a,$X}", "a ?"],
    ["~/{a,b}", "/home/ada/a /home/ada/b"],
    ["{a}", "{a}"],
    ["{}", "{}"],
    ["a{b", "a{b"],
    ["'{a,b}'", "{a,b}"],
    ["\\{a,b}", "{a,b}"],
  ])("%s becomes %s", (written, expected) => {
    expect(words(written)).toBe(expected);
  });

  it.each([
    "{01..3}",
    "{a..C}",
    "{1..100}",
    "{a,~}",
    "~{a,b}",
    "{a\\,b,c}",
    "{a,b}\\{",
    "{1..1000000}",
    "{a,b}}{",
    "{a,'b'}{c",
  ])("what is not sure is not known: %s", (written) => {
    expect(words(written)).toMatch(/\?/);
  });

  it("there are no more than can be shown", () => {
    expect(words("{1..64}").split(" ").length).toBe(64);
    expect(words("{1..8}{1..8}").split(" ").length).toBe(64);
    expect(words("{1..9}{1..8}")).toBe("?");
    expect(words("{1..65}")).toBe("?");
  });
});

describe("tilde", () => {
  it.each([
    ["~", "/home/ada"],
    ["~/a b", "/home/ada/a b"],
    ["~/'a b'", "/home/ada/a b"],
    ["~+/a", "/home/ada/p/a"],
    ["a=~/b", "a=/home/ada/b"],
    ["a=b:~/c", "?"],
    ["a=~/b:~/c", "?"],
    ["~other", "?"],
    ["~other/a", "?"],
    ["~-/a", "?"],
    ["~1", "?"],
    ["'~'/a", "~/a"],
    ["\\~/a", "~/a"],
    ['~"/a"', "~/a"],
    ["a~", "a~"],
    ["--a=~/b", "--a=~/b"],
    ["~$X", "?"],
  ])("%s is %s", (written, expected) => {
    expect(words(written)).toBe(expected);
  });

  it("both spellings are actions, all words at once", () => {
    expect(seen("w ~/a ~/b").bash).toEqual(["w /home/ada/a /home/ada/b", "w ~/a ~/b"]);
    expect(seen("cat ~/a", { home: "/" }).read).toEqual(["/a"]);
    expect(seen("cd sub && cat ~-/a ~+/b").read).toEqual(["a", "sub/b"]);
  });
});

describe("what is decided when it runs", () => {
  it.each([
    ["$X", 2],
    ['"$X"', 1],
    ["${X}", 2],
    ["a$X", 2],
    ["*.ts", 2],
    ["[ab]", 2],
    ['"*"', 0],
    ["$(a)", 2],
    ['"$(a)"', 1],
    ['"$@"', 2],
    ['"$*"', 1],
    ['"${X[@]}"', 2],
    ["$#", 1],
    ["$((1))", 1],
    ["<(a)", 1],
  ])("%s", (written, most) => {
    const of = seen(`w ${written}`)
      .bash.filter((text) => text.startsWith("w "))
      .map((text) => text.split("?").length - 1);
    expect(Math.max(...of)).toBe(most);
  });

  it("the names around a glob and a number are known", () => {
    expect(seen("cat src/*/a.ts x.$$ *[a-c]?").read).toEqual(["src/?/a.ts", "?", "?"]);
    expect(seen("cat a/../*.ts ../*/x").read).toEqual(["?", "/home/ada/?/x"]);
    expect(seen("cat .*/x")).toMatchObject({ read: ["/?"] });
    expect(seen("cat src/$X")).toMatchObject({ read: ["/?"] });
  });

  it("a text of bytes that are no character is not known", () => {
    expect(words("$'\\xff'")).toBe("?");
    expect(words("$'\\xc3\\xa9'")).toBe("é");
    expect(PLACE.home).toBe("/home/ada");
  });
});
