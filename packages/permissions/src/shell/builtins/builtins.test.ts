import { describe, expect, it } from "vitest";
import { isOpaque, seen } from "../seen.fixture.ts";

describe("folders", () => {
  it.each([
    ["cd a; cat x", ["a/x", "x"]],
    ["cd a && cat x", ["a/x"]],
    ["cd a || cat x", ["x"]],
    ["! cd a || cat x", ["a/x"]],
    ["cd a || exit; cat x", ["a/x"]],
    ["cd a || exit $X; cat x", ["a/x", "x"]],
    ["if cd a; then cat x; else cat y; fi; cat z", ["a/x", "y", "a/z", "z"]],
    ["cd a b; cat x", ["x"]],
    ["cd -- a && cat x", ["a/x"]],
    ["cd -P a && cat x", ["a/x"]],
    ["cd '' && cat x", ["x"]],
    ["cd a && cd - && cat x", ["x"]],
    ["cd a & cat x", ["x"]],
    ["(cd a) && cat x", ["x"]],
    ["{ cd a; } && cat x", ["a/x"]],
    ["echo $(cd a && cat x) && cat y", ["a/x", "y"]],
    ["f() { cd a; }; f && cat x", ["a/x"]],
    ["f() { cd a; return; cd b; }; f && cat x", ["a/b/x", "a/x", "b/x", "x"]],
    ["f() (cd a); f && cat x", ["x"]],
    ["while x; do cd a; done; cat y", ["y", "a/y", "a/a/y", "/?"]],
    ["until cd a; do :; done; cat y", ["y", "a/y"]],
    ["case $x in a) cd a;; b) cd b;; esac; cat y", ["y", "a/y", "b/y"]],
    ["cd a > log && cat x", ["a/x"]],
    ["{ cd a; } > log; cat x", ["a/x", "x"]],
    ["cd a 2>/dev/null && cat x", ["a/x"]],
    ["eval 'cd a' && cat x", ["a/x"]],
    ["command cd a && cat x", ["a/x"]],
    ["nice cd a && cat x", ["x"]],
    ["pushd a && pushd b && popd && cat x && popd && cat y", ["a/x", "y"]],
    ["pushd +1; cat x", ["/?", "x"]],
    ["popd; cat x", ["/?", "x"]],
    ["cd .. && cat p/x", ["x"]],
    ["cd ~ && cat x", ["/home/ada/x"]],
    ["cd $HOME && cat x", ["/?", "/home/ada/x"]],
    ["exec cat x; cat y", ["x", "y"]],
    ["cd() { cat z; }; cd a; cat x", ["z", "x"]],
  ])("%s", (source, read) => {
    expect([...new Set(seen(source).read)].sort()).toEqual([...read].sort());
  });

  it("after too many places it could be anywhere", () => {
    expect(isOpaque("cd a; cd b; cat x")).toBe(false);
    expect(isOpaque("cd a; cd b; cd c; cat x")).toBe(true);
    expect(isOpaque("while x; do cd a; cat y; done")).toBe(true);
    expect(isOpaque("f() { cd a; cat x; f; }; f")).toBe(true);
    expect(isOpaque("source a; cat x")).toBe(true);
  });
});

describe("functions", () => {
  it("a name is a program until it is defined, and may be one again", () => {
    expect(seen("f; f() { a; }").bash).toEqual(["f", "a"]);
    expect(seen("f() { a; }; f; unset -f f; f").bash).toEqual(["a", "unset -f f", "f"]);
    expect(seen("(f() { a; }); f").bash).toEqual(["a", "f"]);
    expect(seen("x && f() { a; }; f").bash).toEqual(["x", "a", "f"]);
    expect(seen("f() { a; }; env f; command f; nice f").bash).toEqual(["a", "f"]);
    expect(seen("f() { a; }; f() { b; }; f").bash).toEqual(["a", "b"]);
    expect(seen("constructor() { a; }; constructor; toString").bash).toEqual(["a", "toString"]);
  });

  it("its arguments are guesses for its words", () => {
    expect(seen('f() { wipe "$2" "$1"; }; f a b').bash).toContain("wipe b a");
    expect(seen('f() { wipe "$@"; }; f a b').bash).toContain("wipe a b");
  });
});

describe("texts", () => {
  it("a text is read where it is known", () => {
    expect(seen("eval 'a; b' c").bash).toEqual(["a", "b c"]);
    expect(seen("eval -- a").bash).toEqual(["a"]);
    expect(seen("eval").bash).toEqual(["eval"]);
    expect(seen("trap 'a; b' EXIT INT").bash).toEqual(["a", "b"]);
    expect(seen("trap; trap -p; trap - INT; trap '' INT; trap 2").why).toEqual([]);
    expect(seen("X='wipe it'; eval \"$X\"").bash).toContain("wipe it");
    expect(seen("eval \"eval 'wipe it'\"").bash).toEqual(["wipe it"]);
  });

  it("a trap runs wherever the shell is then", () => {
    expect(seen("trap 'cat x' EXIT")).toMatchObject({ read: ["x", "/?"] });
    expect(isOpaque("trap 'cat x' EXIT")).toBe(true);
    expect(isOpaque("trap 'cat /x' EXIT")).toBe(false);
  });

  it("texts in texts come to an end", () => {
    let source = "wipe it";
    for (let i = 0; i < 20; i += 1) source = `eval ${JSON.stringify(source)}`;
    expect(isOpaque(source)).toBe(true);
  });
});
