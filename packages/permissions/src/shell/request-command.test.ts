import { carve, type Decision, decide, root, total, type WrittenCarve } from "@polyglav/permissions";
import { describe, expect, it } from "vitest";
import { DYNAMIC } from "./dynamic.ts";
import { requestCommand } from "./request-command.ts";
import { isOpaque, PLACE, seen } from "./seen.fixture.ts";

const decisionOf = (use: WrittenCarve, source: string): Decision => {
  const agent = root({ id: "agent", use: total(carve(use), "ask") });
  return decide(agent, requestCommand(source, PLACE)).decision;
};

describe("a deny of what only starts another command", () => {
  it.each([
    "timeout 5",
    "nice",
    "nohup",
    "env",
    "xargs",
    "command",
    "exec",
    "eval",
    "watch",
    "busybox",
    "time",
    "coproc",
    "builtin",
    "A=1",
    "env A=1",
    "timeout 5 nice",
  ])("%s", (front) => {
    const [name = ""] = front.split(" ");
    const line = `${front} cat x`;
    const denied = { "*": "allow", bash: { default: "allow", rules: { [`${name} **`]: "deny" } } } as const;
    expect(decisionOf({ "*": "allow" }, line)).not.toBe("deny");
    expect(decisionOf(denied, line)).toBe("deny");
    expect(decisionOf(denied, `cd a && { ${line}; }`)).toBe("deny");
  });

  it("shells and functions too", () => {
    const deny = (rule: string) => ({ "*": "allow", bash: { default: "allow", rules: { [rule]: "deny" } } }) as const;
    expect(decisionOf(deny("bash **"), "bash -c 'ls'")).toBe("deny");
    expect(decisionOf(deny("sh **"), "/bin/sh -c 'ls'")).toBe("deny");
    expect(decisionOf(deny("helper **"), "helper() { ls; }; helper x")).toBe("deny");
    expect(decisionOf(deny("git commit **"), "timeout 5 git commit -m x")).toBe("deny");
  });

  it("and it permits nothing: the command behind it decides", () => {
    expect(decisionOf({ bash: { default: "ask", rules: { "timeout **": "allow" } } }, "timeout 5 rm x")).toBe("ask");
  });
});

describe("6.1 what has to be seen", () => {
  it("1: what cannot be read is opaque, and what can be seen of it is an action still", () => {
    expect(seen("rm x; echo 'a").bash).toEqual(["rm x", "echo a"]);
    expect(seen("rm x\nif").why).toEqual(["it cannot be read as a command of bash: expected 'then'"]);
    expect(seen("echo \0").why).toEqual(["it holds a NUL byte"]);
    expect(seen("x".repeat(300_000)).why).toEqual(["it is too long to be read"]);
    expect(seen("pwsh -c 'rm x'").why[0]).toMatch(/^it runs a text of pwsh/);
  });

  it("1: nothing at all is opaque, and still an action", () => {
    for (const source of ["", " ", "# rm x", "X=1", "f() { :; }".replace(":", "[[ a ]]")]) {
      expect(requestCommand(source, PLACE).actions).toEqual([{ category: "bash", resource: [source] }]);
      expect(seen(source).why).toContain("there is no command in it");
    }
  });

  it("2: a shell that only opens files is an action of bash", () => {
    expect(requestCommand("> out", PLACE).actions).toEqual([
      { category: "edit", resource: ["out"] },
      { category: "bash", resource: ["> out"] },
    ]);
    expect(decisionOf({ bash: "deny", edit: "allow" }, "> out")).toBe("deny");
  });

  it("3: a word that nobody knows is a segment that only stars match", () => {
    const [action] = requestCommand('echo "$X" b', PLACE).actions;
    expect(action).toEqual({ category: "bash", resource: ["echo", `${DYNAMIC}"$X"`, "b"] });
    expect(decisionOf({ bash: { default: "deny", rules: { "echo * b": "allow" } } }, 'echo "$X" b')).toBe("allow");
    expect(decisionOf({ bash: { default: "deny", rules: { "echo '\"$X\"' b": "allow" } } }, 'echo "$X" b')).toBe(
      "deny",
    );
    expect(decisionOf({ bash: { default: "deny", rules: { "echo a* b": "allow" } } }, 'echo "$X" b')).toBe("deny");
  });

  it("3: a word that may become several is not one for an allow that counts", () => {
    for (const word of ["$X", "*.txt", "$(ls)", '"$@"', '"${A[@]}"']) {
      expect(
        decisionOf(
          { bash: { default: "ask", rules: { "wipe *": "allow", ls: "allow" } }, list: "allow" },
          `wipe ${word}`,
        ),
      ).toBe("ask");
      expect(
        decisionOf(
          { bash: { default: "ask", rules: { "wipe **": "allow", ls: "allow" } }, list: "allow" },
          `wipe ${word}`,
        ),
      ).toBe("allow");
      expect(
        decisionOf({ bash: { default: "allow", rules: { "wipe *": "deny" } }, list: "allow" }, `wipe ${word}`),
      ).toBe("deny");
      expect(
        decisionOf({ bash: { default: "allow", rules: { "wipe * *": "deny" } }, list: "allow" }, `wipe ${word}`),
      ).toBe("deny");
    }
  });

  it("3: a text that a variable is set to on the same line, or by the environment, is a guess, for a deny", () => {
    const use = { bash: { default: "allow", rules: { "git push --force **": "deny" } } };
    expect(decisionOf(use, "O=--force; git push $O")).toBe("deny");
    expect(decisionOf(use, "for o in -v --force; do git push $o; done")).toBe("deny");
    expect(decisionOf(use, 'git push "${O:---force}"')).toBe("deny");
    expect(decisionOf(use, "f() { git push $1; }; f --force")).toBe("deny");
    expect(decisionOf(use, "set -- push --force; git $1 $2")).toBe("deny");
    expect(decisionOf(use, "C='git push --force'; $C")).toBe("deny");
    expect(seen("wipe $A", { env: { A: "x y" } }).bash).toEqual(["wipe ?", "wipe ? ?", "wipe x y"]);
    expect(seen('wipe "$A"', { env: { A: "x y" } }).bash).toEqual(["wipe ?", "wipe x y"]);
    expect(seen('wipe "$constructor"', { env: {} }).bash).toEqual(["wipe ?"]);
  });

  it("4: assignments in front are stripped where they are known and harmless", () => {
    expect(seen("CI=1 git commit")).toMatchObject({ bash: ["git commit"], why: [] });
    expect(seen("PYTHONPATH=x CI=1 python a.py").bash[0]).toBe("PYTHONPATH=x CI=1 python a.py");
    expect(isOpaque("CI=$X git commit")).toBe(true);
    expect(isOpaque("A=(1 2) git commit")).toBe(true);
  });

  it("5: what a wrapper runs decides, and a wrapper that changes rights counts itself", () => {
    const use = { bash: { default: "ask", rules: { "timeout **": "allow", "xargs **": "allow", "ls **": "allow" } } };
    expect(decisionOf(use, "timeout 5 rm x")).toBe("ask");
    expect(decisionOf({ ...use, list: "allow" }, "timeout 5 ls")).toBe("allow");
    expect(decisionOf(use, "sudo ls")).toBe("ask");
  });

  it("6: redirects are files, and numbers are not", () => {
    expect(seen("a > x >> y 2>| z &> w < v <> u")).toMatchObject({
      edit: ["x", "y", "z", "w", "u"],
      read: ["v", "u"],
    });
    expect(seen("a 2>&1 >&2 3>&- 4<&0 5>&1- > /dev/null < /dev/stdin")).toMatchObject({ edit: [], read: [], why: [] });
    expect(seen("a > $X").why).toEqual(['what it writes to is decided only when it runs: "$X"']);
    expect(seen("a < $X").why).toEqual(['what it reads is decided only when it runs: "$X"']);
    expect(seen("a >&$X").edit).toEqual(["/?"]);
    expect(seen("a > /dev/tcp/$H/80")).toMatchObject({ web: ["?"], edit: [] });
    expect(isOpaque("a > /dev/tcp/$H/80")).toBe(true);
    expect(seen("a > /dev/tcp/h.test/http").web).toEqual(["tcp test h / "]);
  });

  it("7: rules for paths reach into the shell, as far as the tools are known", () => {
    const use = { bash: "allow", read: { default: "allow", rules: { "**/.env": "deny" } }, edit: { default: "ask" } };
    expect(decisionOf(use, "cat app/.env")).toBe("deny");
    expect(decisionOf(use, "grep -f app/.env -r x")).toBe("deny");
    expect(decisionOf(use, "sed -n 1p src/a.ts")).toBe("allow");
    expect(decisionOf(use, "X=.env; cat $X")).toBe("deny");
    expect(seen("mytool app/.env; cat a").unseen).toEqual(["mytool"]);
  });

  it("8: folders are followed, and where nobody knows one, relative paths are opaque", () => {
    expect(seen("cd sub && cat a").read).toEqual(["sub/a"]);
    expect(seen("cd $X; cat a").why).toEqual(['the folder it is in is decided only when it runs: "a"']);
    expect(seen("cd $X; cat /etc/a")).toMatchObject({ read: ["/etc/a"], why: [] });
    expect(isOpaque("cd $X && ./run.sh")).toBe(true);
    expect(seen("cd sub && cat a", { env: { CDPATH: "/x" } }).why).not.toEqual([]);
    expect(seen("cd ./sub && cat a", { env: { CDPATH: "/x" } })).toMatchObject({ read: ["sub/a"], why: [] });
  });

  it.each([
    "(( x ))",
    "let x=y",
    "echo $((x))",
    "[[ -v a[$i] ]]",
    "[[ $x -eq 1 ]]",
    "echo ${a[$i]}",
    "a[i]=1",
    'echo "${v@P}"',
    "printf -v 'a[i]' x",
    "read 'a[i]'",
    "declare -n a=b",
    "alias x=y",
    "enable -f a b",
    "hash -p a b",
    "shopt -s expand_aliases",
    "set -o posix",
    "set -k",
    "fg",
    "bg %1",
    "eval $X",
    "trap $X EXIT",
    "source a",
    ". a",
    "bind -x '\"a\": b'",
    "fc -s",
    "complete -C a b",
    "export $X",
    "read $X",
    "mapfile -C $X a",
    "unset $X",
  ])("9: it is opaque: %s", (source) => {
    expect(isOpaque(`${source}; echo`)).toBe(true);
  });

  it.each([
    "echo $((1 + 2)) $#",
    "[[ $a == b && -n $c ]]",
    "[[ 1 -eq 2 ]]",
    "[[ -v name ]]",
    "echo ${a[0]} ${a[@]} ${#a[@]}",
    'echo "${v@Q}" "${v#x}" "${v/a/b}" "${v:1:2}"',
    "printf -v name x",
    "read -r name",
    "declare -a list=(1 2)",
    "export A=1 B",
    "set -euo pipefail",
    "shopt -s nullglob",
    "trap - EXIT",
    "let 1+2".replace("+", " "),
    "hash -r",
    "unset name",
    "wait",
    "local x=1",
    '[ -n "$x" ]',
    "test -f a",
    'case "$x" in a) :;; esac',
    "enable",
    "alias",
  ])("9: it is not: %s", (source) => {
    expect(seen(`${source}; echo`).why).toEqual([]);
  });

  it("for sh, what only bash reads so is opaque", () => {
    for (const source of [
      "[[ a ]]",
      "a &> b",
      "echo {a,b}",
      "echo $'a'",
      "cat <(a)",
      "a |& b",
      "((rm x))",
      "cat <<< a",
      "echo ${a//b}",
      "a=(1)",
      "a+=1; b",
      "select x in a; do b; done",
      "time a",
      "coproc a",
      "echo ${a[0]}",
    ]) {
      expect([source, isOpaque(`${source}; :`, { shell: "sh" })]).toEqual([source, true]);
      if (!source.startsWith("((")) expect([source, seen(`${source}; :`).why]).toEqual([source, []]);
    }
    expect(seen("((rm x))", { shell: "sh" }).bash).toContain("rm x");
    expect(seen("eval() { :; }; eval 'rm x'", { shell: "sh" }).bash).toContain("rm x");
    expect(seen('a=1; if [ "$a" ]; then rm "${a:-b}" "${a%c}"; fi', { shell: "sh" }).why).toEqual([
      'what it writes to is decided only when it runs: "\\"${a:-b}\\""',
      'what it writes to is decided only when it runs: "\\"${a%c}\\""',
    ]);
  });
});

describe("the faults of others", () => {
  it("D01: a list is not judged by one of its parts", () => {
    expect(decisionOf({ bash: { rules: { "ls **": "allow" } }, list: "allow", edit: "allow" }, "rm -rf x && ls")).toBe(
      "ask",
    );
  });

  it("D02: a group and a command to read from hide no file", () => {
    const use = { bash: "allow", read: { default: "allow", rules: { "foo.txt": "deny" } } };
    expect(decisionOf(use, "{ cat foo.txt; }")).toBe("deny");
    expect(decisionOf(use, "cat <(cat foo.txt)")).toBe("deny");
  });

  it("D04: a variable in front does not get past a rule", () => {
    expect(decisionOf({ bash: { default: "allow", rules: { "git **": "ask" } } }, "CI=1 git commit")).toBe("ask");
  });

  it("D05: two dashes do not empty the request", () => {
    expect(decisionOf({ bash: { default: "ask" } }, "git diff --")).toBe("ask");
    expect(seen("git diff --").bash).toEqual(["git diff --"]);
  });

  it("D07: a redirect is decided beside its command", () => {
    const use = { bash: { rules: { "git log **": "allow" } } };
    expect(decisionOf({ ...use, edit: "deny" }, "git log -p > f")).toBe("deny");
    expect(decisionOf({ ...use, edit: "allow" }, "git log -p > f")).toBe("allow");
  });

  it("D08: a redirect reads, and one to a number changes nothing", () => {
    const use = { bash: { rules: { "grep **": "allow" } }, read: { default: "allow", rules: { "/etc/**": "deny" } } };
    expect(decisionOf(use, "grep '' < /etc/x")).toBe("deny");
    expect(decisionOf(use, "grep '' < x 2>&1")).toBe("allow");
  });

  it("D10: a subscript runs code", () => {
    expect(seen("A[$(id)]=1")).toMatchObject({ bash: ["id"] });
    expect(isOpaque("A[$(id)]=1")).toBe(true);
  });

  it("D11: what is written to is not known, and so it is asked about", () => {
    expect(decisionOf({ bash: "allow", edit: "allow" }, 'ls > "$PWD/f"')).toBe("ask");
    expect(decisionOf({ bash: "allow", edit: { default: "allow", rules: { f: "deny" } } }, 'ls > "$PWD/f"')).toBe(
      "deny",
    );
  });

  it("D13: a command inside of another decides for itself", () => {
    expect(decisionOf({ bash: { default: "deny", rules: { "git **": "allow" } } }, "git status $(touch p)")).toBe(
      "deny",
    );
  });

  it("D14: a pager is a program that is started", () => {
    expect(decisionOf({ bash: "allow" }, "timeout 5 man -P cmd x")).toBe("ask");
    expect(decisionOf({ bash: { default: "allow", rules: { wipe: "deny" } } }, "timeout 5 man -P wipe x")).toBe("deny");
  });

  it("D16: so is that of git grep", () => {
    for (const command of [
      "git grep -Ocmd x",
      "git grep --open-files-in-pager=cmd x",
      "git -c core.pager=x log",
      "git diff --ext-diff",
    ])
      expect(decisionOf({ bash: "allow", read: "allow" }, command)).toBe("ask");
  });

  it("D17: a name that is put together is asked about", () => {
    expect(decisionOf({ bash: "allow" }, "r${X}m x")).toBe("ask");
    expect(decisionOf({ bash: { default: "allow", rules: { "rm **": "deny" } } }, "X=; r${X}m x")).toBe("deny");
  });

  it("D19: a variable that changes what an allowed program runs is asked about", () => {
    for (const command of [
      "GIT_PAGER=x git log",
      "LD_PRELOAD=./x.so git log",
      "env EDITOR=x git commit",
      "export PATH=.; git log",
    ])
      expect(decisionOf({ bash: "allow" }, command)).toBe("ask");
  });

  it("D20: a pipe is the meet of its parts", () => {
    const use = { bash: { rules: { a: "allow", b: "ask", c: "deny" } } };
    expect(decisionOf(use, "a | b")).toBe("ask");
    expect(decisionOf(use, "b | c | a")).toBe("deny");
  });

  it("D22: a file that is written and run on the same line is asked about", () => {
    for (const command of [
      "echo rm x > s; ./s",
      "cp a s && bash s",
      "tee s < a; . ./s",
      "cd sub && echo x > s && ../sub/s",
    ])
      expect(decisionOf({ bash: "allow", edit: "allow", read: "allow", list: "allow" }, command)).toBe("ask");
    expect(seen("chmod +x s && ./s").why).toEqual([]);
  });
});

describe("what comes with a request", () => {
  it("the paths whose links are to be followed, as they are spelled", () => {
    expect(requestCommand("cd link && cat ../a > ~/b; ls", PLACE).touched).toEqual(
      [
        { category: "list", path: "/home/ada/p/link" },
        { category: "edit", path: "/home/ada/b" },
        { category: "read", path: "/home/ada/p/link/../a" },
        { category: "list", path: "/home/ada/p/link" },
        { category: "list", path: "/home/ada/p" },
      ].filter((each, i, all) => all.findIndex((other) => JSON.stringify(other) === JSON.stringify(each)) === i),
    );
    expect(requestCommand("cat $X *.ts", PLACE).touched).toEqual([]);
  });

  it("a summary on one line", () => {
    expect(requestCommand("a\nb\u202e", PLACE).summary).toBe('bash "a\\nb\\u{202e}"');
  });

  it("advice that shows no more of a command than a line takes", () => {
    const [advice] = requestCommand(`eval "${"x".repeat(500)}$Y"\n`, PLACE).advice;
    expect(advice?.why.length).toBeLessThan(130);
    expect(advice?.atMost).toBe("ask");
  });

  it("places that are no absolute paths are no places", () => {
    expect(seen("cat a", { cwd: "C:\\p", worktree: "C:\\p" })).toMatchObject({ read: ["/?"] });
    expect(isOpaque("cat a", { cwd: "" })).toBe(true);
    expect(seen("cat ~/a", { home: undefined })).toMatchObject({ read: ["/?"] });
    expect(seen("cat ~/a", { home: "relative" })).toMatchObject({ read: ["/?"] });
    expect(seen("cat /a", { cwd: "/", worktree: "/" })).toMatchObject({ read: ["a"] });
    expect(seen("cat a", { cwd: "/home/ada/p/sub/../x//" })).toMatchObject({ read: ["x/a"] });
  });
});
