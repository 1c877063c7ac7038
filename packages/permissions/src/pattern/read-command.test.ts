import { describe, expect, it } from "vitest";
import { readCommandPattern, readCommandResource } from "./read-command.ts";
import { meanings, segments } from "./pattern.fixture.ts";

const pattern = (text: string) => meanings(readCommandPattern(text));
const resource = (text: string) => segments(readCommandResource(text));

describe("the pattern of a command", () => {
  it("is split like the words of a shell", () => {
    expect(pattern("npm test **")).toEqual(["npm test <**>"]);
    expect(pattern("  git \t commit ")).toEqual(["git commit"]);
    expect(pattern("ls *")).toEqual(["ls <*>"]);
    expect(pattern("node --max-*=4 *.js")).toEqual(["node <--max-*=4> <*.js>"]);
    expect(pattern("**")).toEqual(["<**>"]);
    expect(pattern("a ** ** *")).toEqual(["a <*> <**>"]);
  });

  it("takes what is quoted as it is", () => {
    expect(pattern("echo 'a b'")).toEqual(["echo a b"]);
    expect(pattern("echo '*' '**' \"*\" \\*")).toEqual(["echo * ** * *"]);
    expect(pattern("echo 'a'*'b'")).toEqual(["echo <a*b>"]);
    expect(pattern("echo '?[!{a,b}'")).toEqual(["echo ?[!{a,b}"]);
    expect(pattern("echo '|&;<>()$`'")).toEqual(["echo |&;<>()$`"]);
    expect(pattern('echo "it\'s" \'say "x"\'')).toEqual(['echo it\'s say "x"']);
    expect(pattern("echo 'a\nb'")).toEqual(["echo a\nb"]);
    expect(pattern("a\\ b c\\'")).toEqual(["a b c'"]);
  });

  it("takes a double star for one only where nothing is between the stars", () => {
    expect(pattern('rm *"tmp"*')).toEqual(["rm <*tmp*>"]);
    expect(pattern("rm *'tmp'*")).toEqual(["rm <*tmp*>"]);
    expect(pattern("rm *\\t*")).toEqual(["rm <*t*>"]);
    expect(pattern("rm *''*")).toEqual(["rm <*>"]);
    for (const text of ["rm a**", "rm **a", "rm ''**", "rm **\\a", "rm **''", "rm ***"])
      expect(pattern(text)).toBe('"**" is part of a longer word');
  });

  it("reads backslashes between double quotes as a shell does", () => {
    expect(pattern('echo "\\"" "\\\\" "\\$" "\\`" "\\a"')).toEqual(['echo " \\ $ ` \\a']);
    expect(pattern("echo '\\a'")).toEqual(["echo \\a"]);
  });

  it("has empty words where quotes say so", () => {
    expect(readCommandPattern("a ''")).toMatchObject({ value: [[{ text: "a" }, { kind: "literal", text: "" }]] });
  });

  it("that is not one simple command is refused", () => {
    for (const character of ["|", "&", ";", "<", ">", "(", ")", "$", "`", "\n", "\r"])
      expect(pattern(`a ${character} b`)).toBe(`${JSON.stringify(character)} makes it more than one simple command`);
    for (const text of ['echo "$x"', 'echo "`x`"', 'echo "a$(rm x)"']) expect(pattern(text)).toMatch(/^between double/);
    expect(pattern("a \\\nb")).toMatch(/^a backslash before the end of a line/);
    expect(pattern('a "\\\n"')).toMatch(/^a backslash before the end of a line/);
    expect(readCommandPattern("a | b")).toMatchObject({ hint: expect.stringContaining("write a rule for each part") });
  });

  it("that is not finished is refused", () => {
    expect(pattern("")).toBe("it is empty");
    expect(pattern("  \t")).toBe("it is empty");
    expect(pattern("echo 'a")).toBe("a quote ' is not closed");
    expect(pattern('echo "a')).toBe('a quote " is not closed');
    expect(pattern('echo "a\\')).toBe('a quote " is not closed');
    expect(pattern("echo a\\")).toBe("it ends with a backslash");
    expect(pattern("echo \0")).toBe("it holds a NUL character");
    expect(pattern("echo '\0'")).toBe("it holds a NUL character");
  });

  it("that looks like another kind of glob is refused", () => {
    expect(pattern("ls a?")).toBe('"?" is no wildcard here');
    expect(pattern("ls [ab]")).toBe('"[" is no wildcard here');
    expect(pattern("ls {a,b}")).toBe("braces do not list alternatives here");
    expect(pattern("!ls")).toBe('"!" does not turn a pattern round');
    expect(pattern("ls a! ''!")).toEqual(["ls a! !"]);
  });
});

describe("the resource of a simple command", () => {
  it("is its words", () => {
    expect(resource("git commit -m 'a b'")).toEqual(["git", "commit", "-m", "a b"]);
    expect(resource("echo a*b ** ? [x] {a,b} !")).toEqual(["echo", "a*b", "**", "?", "[x]", "{a,b}", "!"]);
    expect(resource("a '' \"\"")).toEqual(["a", "", ""]);
    expect(resource("*'x'*")).toEqual(["*x*"]);
  });

  it("is none for more than one, and for what only a shell can know", () => {
    expect(resource("ls | wc")).toMatch(/makes it more than one/);
    expect(resource("echo $HOME")).toMatch(/makes it more than one/);
    expect(resource('echo "$(rm -rf x)"')).toMatch(/^between double quotes/);
    expect(resource("")).toBe("it is empty");
  });
});
