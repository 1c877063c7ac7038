import { describe, expect, it } from "vitest";
import { isOpaque, seen } from "../seen.fixture.ts";

type Files = Partial<Record<"read" | "edit" | "list" | "web", string>>;

/** Files and hosts, each list as one text. */
const filesOf = (source: string): Files => {
  const { read, edit, list, web } = seen(source);
  const all = Object.entries({ read, edit, list, web }).filter(([, paths]) => paths.length > 0);
  return Object.fromEntries(all.map(([name, paths]) => [name, paths.join(" | ")]));
};

describe("what tools do to files", () => {
  it.each<[string, Files]>([
    ["cat a b - -- -c", { read: "a | b | -c" }],
    ["head -n 5 a", { read: "a" }],
    ["tail -fn5 a", { read: "a" }],
    ["tail -n +5 --follow=name a", { read: "a" }],
    ["grep -rn x", { read: "." }],
    ["grep x", {}],
    ["grep -A 3 x a", { read: "a" }],
    ["grep -e x -f list a", { read: "list | a" }],
    ["grep --file=list a", { read: "list | a" }],
    ["grep --fil list a", { read: "list | a" }],
    ["rg -g '*.ts' x src", { read: "src" }],
    ["rg --files", { read: "." }],
    ["sed -n 1p a", { read: "a" }],
    ["sed -e 1p -e 2p a", { read: "a" }],
    ["sed -i 1d a", { read: "a", edit: "a" }],
    ["sed -ni.bak 1d a", { read: "a", edit: "a" }],
    ["sed --in-pl 1d a", { read: "a", edit: "a" }],
    ["sed 'r in' a", { read: "a | in" }],
    ["awk -F: '{ print $1 }' a b", { read: "a | b" }],
    ["awk -f prog a", { read: "prog | a" }],
    ["sort -k2 -t, a -o b", { edit: "b", read: "a" }],
    ["uniq a b", { read: "a", edit: "b" }],
    ["wc -l a", { read: "a" }],
    ["diff a b", { read: "a | b" }],
    ["jq .x a", { read: "a" }],
    ["jq -f prog a", { read: "prog | a" }],
    ["ls", { list: "." }],
    ["ls -la a", { list: "a" }],
    ["tree -L 2", { list: "." }],
    ["stat -c %s a", { list: "a" }],
    ["cp a b", { read: "a", edit: "b | b/a" }],
    ["cp -r a/x b/y dir", { read: "a/x | b/y", edit: "dir | dir/x | dir/y" }],
    ["cp -t dir a", { read: "a", edit: "dir" }],
    ["cp a", { read: "a" }],
    ["mv a b", { read: "a", edit: "a | b | b/a" }],
    ["rm -rf a b", { edit: "a | b" }],
    ["mkdir -p -m 700 a/b", { edit: "a/b" }],
    ["touch -r a b", { read: "a", edit: "b" }],
    ["chmod 600 a b", { edit: "a | b" }],
    ["chmod --reference=a b", { read: "a", edit: "b" }],
    ["truncate -s 0 a", { edit: "a" }],
    ["ln a b", { read: "a", edit: "a | b | b/a" }],
    ["ln -s /etc/x y", { read: "/etc/x", edit: "/etc/x | y | y/x" }],
    ["tee a b", { edit: "a | b" }],
    ["dd if=a of=b", { read: "a", edit: "b" }],
    ["patch -p1 -i a", { read: "a", edit: "? | ?/?" }],
    ["patch --dry-run -i a", { read: "a" }],
    ["gzip a", { read: "a", edit: "a" }],
    ["gzip -c a", { read: "a" }],
    ["tar cf a.tar b c", { edit: "a.tar", read: "b | c" }],
    ["tar -czf a.tgz -C dir b", { edit: "a.tgz", read: "b | dir/b" }],
    ["tar xf a.tar", { read: "a.tar", edit: "? | ?/?" }],
    ["tar xfC a.tar dir", { read: "a.tar", edit: "dir/? | dir/?/?" }],
    ["tar tf a.tar", { read: "a.tar" }],
    ["tar -xOf a.tar b", { read: "a.tar" }],
    ["tar czf - b", { read: "b" }],
    ["unzip a.zip", { read: "a.zip", edit: "? | ?/?" }],
    ["unzip -l a.zip", { read: "a.zip" }],
    ["zip -r a.zip b", { edit: "a.zip", read: "b" }],
    ["python3 a.py b", { read: "a.py" }],
    ["python3 -c 'x' b", {}],
    ["node -r ./a.js b.js", { read: "a.js | b.js" }],
    ["make -f a b", { read: "a" }],
    ["gcc -o a b.c", { edit: "a", read: "b.c" }],
    ["echo a > b", { edit: "b" }],
    ["printf %s a", {}],
    ["fd x src", { list: "src" }],
    ["constructor a", {}],
    ["__proto__ a", {}],
  ])("%s", (source, expected) => {
    expect(filesOf(source)).toEqual(expected);
  });
});

describe("what git does to files", () => {
  it.each<[string, Files]>([
    ["git status", {}],
    ["git diff HEAD~1 main..next -- a", { read: "a" }],
    ["git show HEAD:a/b :c", { read: "a/b | c" }],
    ["git log -p ../x", { read: "/home/ada/x" }],
    ["git diff --output=a", { edit: "a" }],
    ["git grep x -- a", { read: "a" }],
    ["git -C sub rm a", { edit: "sub/a" }],
    ["git rm --cached a", {}],
    ["git mv a b", { read: "a", edit: "a | b | b/a" }],
    ["git checkout main", { edit: "? | ?/? | main" }],
    ["git checkout -- a", { edit: "a" }],
    ["git checkout -b x", {}],
    ["git restore a", { edit: "a" }],
    ["git reset --hard", { edit: "? | ?/?" }],
    ["git reset --soft x", {}],
    ["git stash", { edit: "? | ?/?" }],
    ["git clone https://g.test/a dir", { web: "https test g / a", edit: "dir | dir/? | dir/?/?" }],
    ["git clone git@g.test:a", { web: "ssh test g / ", edit: "? | ?/?" }],
    ["git fetch origin", {}],
    ["git push https://g.test/a", { web: "https test g / a" }],
    ["git commit -F a", { read: "a" }],
    ["git archive -o a HEAD", { edit: "a" }],
    ["git worktree add a", { edit: "a | a/? | a/?/?" }],
    ["git init a", { edit: "a" }],
    ["git config -f a x.y z", { edit: "a" }],
  ])("%s", (source, expected) => {
    expect(filesOf(source)).toEqual(expected);
  });

  it.each([
    "git -c a=b log",
    "git --config-env=a=b log",
    "git --exec-path=x log",
    "git --git-dir=x log",
    "git $X",
    "git grep -Ox y",
    "git log --ext-diff",
    "git diff --textconv",
    "git config alias.x '!y'",
    "git config core.pager x",
    "git config $X y",
    "git difftool",
    "git clone --upload-pack=x y",
    "git clone -c a=b y",
    "git fetch ext::x",
    "git push --exec=x y",
    "git --odd log",
    "git send-email x",
  ])("it is opaque: %s", (source) => {
    expect(isOpaque(source)).toBe(true);
  });

  it("what it runs is looked at", () => {
    expect(seen("git rebase -x 'wipe it' x").bash).toContain("wipe it");
    expect(seen("git bisect run wipe it").bash).toContain("wipe it");
    expect(seen("git submodule foreach --recursive 'wipe it'").bash).toContain("wipe it");
    expect(seen("git filter-branch --tree-filter 'wipe it' HEAD").bash).toContain("wipe it");
    expect(seen("git odd").unseen).toEqual(["git odd"]);
  });
});

describe("what tools do to hosts", () => {
  it.each<[string, Files]>([
    ["curl https://a.test/x", { web: "https test a / x" }],
    ["curl a.test", { web: "http test a /  | https test a / " }],
    ["curl -sSLo out https://a.test/", { edit: "out", web: "https test a / " }],
    ["curl -O https://a.test/x", { edit: "?", web: "https test a / x" }],
    ["curl -d @a -F x=@b -T c https://a.test/", { read: "a | b | c", web: "https test a / " }],
    ["curl -F 'x=@b;type=t' https://a.test/", { read: "b", web: "https test a / " }],
    ["curl -d a=b https://a.test/", { web: "https test a / " }],
    ["curl -b jar https://a.test/", { read: "jar", web: "https test a / " }],
    ["curl -x http://p.test:8080 https://a.test/", { web: "http test p :8080/  | https test a / " }],
    ['curl "https://a.test/$X"', { web: "https test a / ?" }],
    ['curl "https://a.test$X"', { web: "?" }],
    ['curl "https://$X/a"', { web: "?" }],
    ["curl https://{a,b}.test/", { web: "https test a /  | https test b / " }],
    ["curl 'https://{a,b}.test/'", { web: "?" }],
    ["U=https://a.test/x; curl $U", { web: "https test a / x | ?" }],
    ["wget https://a.test/x", { edit: "?", web: "https test a / x" }],
    ["wget -O out https://a.test/x", { edit: "out", web: "https test a / x" }],
    ["wget -P dir https://a.test/x", { edit: "dir/? | dir", web: "https test a / x" }],
    ["scp a b@h.test:c", { read: "a", web: "ssh test h / " }],
    ["scp h.test:a b", { web: "ssh test h / ", edit: "b | b/h.test:a" }],
    ["rsync -a a/ rsync://h.test/x", { read: "a", web: "rsync test h / x" }],
    ["ssh a@h.test x", { web: "ssh test h / " }],
    ["nc h.test 80", { web: "ssh test h / " }],
  ])("%s", (source, expected) => {
    expect(filesOf(source)).toEqual(expected);
  });

  it.each([
    "curl -K a x.test",
    "wget -e x=y a.test",
    "rsync -e x a b",
    "scp -S x a h:b",
    "nc -e sh h 1",
    "socat a b",
    "wget --use-askpass=x a.test",
  ])("it is opaque: %s", (source) => {
    expect(isOpaque(source)).toBe(true);
  });
});

describe("tools that start programs", () => {
  it.each([
    "sort --compress-program=x a",
    "sort --comp x a",
    "man -P x y",
    "man --pager=x y",
    "man -Hx y",
    "tar --to-command=x -xf a",
    "tar -I x -cf a b",
    "tar cf a b --checkpoint-action=exec=x",
    "tar --rsh-command=x -tf h:a",
    'split --filter="$X" a',
    "rg --pre x y",
    "vim a",
    "vi -c x",
    "less +!x a",
    "awk 'BEGIN{system(1)}'",
    "awk '{print | \"x\"}' a",
    'awk "$X" a',
    "awk -i x 1 a",
    "sed 1ex a",
    "sed s/a/b/e a",
    'sed "$X" a',
    "at now",
    "crontab -",
    "make SHELL=x",
    "make -f - a",
    "make --eval=x",
    "make CC=x",
    "gdb x",
    "screen",
    "tmux new x",
    "zip -TT x a b",
    "ed a",
  ])("it is opaque: %s", (source) => {
    expect(isOpaque(source)).toBe(true);
  });

  it.each([
    "tar cf a b --checkpoint-action=dot",
    "split --filter='wipe it' a b",
    "awk '{ print $1, $2 }' a",
    "awk '$3 > 5 || $4 { n++ } END { print n }' a",
    "sed 's/a|b/c/g; /x/d; $!N; y/ab/cd/' a",
    "make -j4 all",
    "man ls",
    "make DEBUG=1",
  ])("it is not: %s", (source) => {
    expect(seen(source).why.filter((why) => !why.startsWith("what it writes"))).toEqual([]);
  });
});
