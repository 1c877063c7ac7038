import type { WrittenTool } from "./tools.ts";

/** Tools that read files and print what they find in them. */
export const TEXT_TOOLS: Readonly<Record<string, WrittenTool>> = {
  [`
    cat tac rev nl expand unexpand fold fmt pr column colrm strings cksum sum md5sum sha1sum sha224sum sha256sum
    sha384sum sha512sum b2sum md5 shasum gcat
  `]: {
    options: `
          b: body-numbering: d: section-delimiter: f: h: i: l: n: s: v: w: W: t: tabs: o: O: c: C: N: S: e: a:
          algorithm: length: width: output-width: separator: table-columns: files
        `,
    operands: "read*",
  },
  "head tail": {
    options: `
        n: lines: c: bytes: s: sleep-interval: pid: max-unchanged-stats: b: f F r q v z follow~ retry quiet silent
        verbose
      `,
    operands: "read*",
  },
  "less more most zless zmore": {
    options: "k< lesskey-file< o> O> log-file> t: tag: p: pattern: x: y: z: j: b: D: P: n: h: +!",
    operands: "read*",
  },
  "bat batcat": {
    options: `
        l: language: H: highlight-line: m: map-syntax: r: line-range: theme: style: color: wrap: tabs: terminal-width:
        pager! file-name: diff-context: nonprintable-notation: completion:
      `,
    operands: "read*",
  },
  wc: { options: "files0-from< total: c m l w L", operands: "read*" },
  sort: {
    options: `
        k: key: t: field-separator: S: buffer-size: T: temporary-directory: o> output> compress-program! files0-from<
        parallel: batch-size: random-source< sort: b d f g h i M n R r V c C m s u z
      `,
    operands: "read*",
  },
  uniq: {
    options: "f: skip-fields: s: skip-chars: w: check-chars: all-repeated~ group~ c d D i u z",
    operands: "read edit",
  },
  "cut paste comm join tsort look": {
    options: `
        b: bytes: c: characters: d: delimiter: delimiters: f: fields: output-delimiter: a: e: i o: t: v: j: 1: 2:
        nocheck-order total zero-terminated complement n s z
      `,
    operands: "read*",
  },
  "od xxd hexdump hd": {
    options: `
        A: address-radix: j: skip-bytes: N: read-bytes: S: strings~ t: format: w~ width~ c: cols: C g: groupsize: l:
        len: s: seek: o: n: e: f< R: name: b d x v p i r u E a
      `,
    operands: "read*",
    when: { r: "read edit" },
  },
  file: { options: "f< files-from< m< magic-file< F: separator: P: parameter: e: exclude:", operands: "read*" },
  "base64 base32 basenc": { options: "w: wrap: i< input< o> output> d decode D ignore-garbage b:", operands: "read*" },
  "grep egrep fgrep zgrep bzgrep xzgrep ggrep": {
    options: `
        e: regexp: f< file< m: max-count: A: after-context: B: before-context: C: context: d: directories: D: devices:
        label: binary-files: color~ colour~ exclude: include: exclude-dir: exclude-from< include-dir: r R recursive
        dereference-recursive i v w x c l L o q s n H h b z a I P E F G U Z T u y
      `,
    operands: "skip read*",
    when: { "e regexp f file": "read*" },
    bare: "read",
    bareWith: "r R recursive dereference-recursive",
  },
  "rg ripgrep": {
    options: `
        e: regexp: f< file< g: glob: iglob: t: type: T: type-not: type-add: type-clear: A: after-context: B:
        before-context: C: context: m: max-count: d: max-depth: maxdepth: max-filesize: M: max-columns: j: threads: r:
        replace: E: encoding: color: colors: sort: sortr: ignore-file< pre! pre-glob: engine: path-separator:
        context-separator: field-context-separator: field-match-separator: dfa-size-limit: regex-size-limit:
        hostname-bin! hyperlink-format: generate: files type-list
      `,
    operands: "skip read*",
    when: { "e regexp f file files": "read*" },
    bare: "read",
  },
  "ag ack": {
    options: `
        A: after: B: before: C: context: G: g: m: max-count: depth: ignore: ignore-dir: p< path-to-ignore< pager! W:
        width: color-match: type: output: ackrc< files-from<
      `,
    operands: "skip read*",
    bare: "read",
  },
  "diff colordiff": {
    options: `
        U: unified~ C: context~ W: width: F: show-function-line: I: ignore-matching-lines: label: L: x: exclude: X<
        exclude-from< S: starting-file: D: ifdef: horizon-lines: tabsize: color~ palette: from-file< to-file<
        line-format: old-line-format: new-line-format: unchanged-line-format: r N u c q s i w b B a y
      `,
    operands: "read*",
  },
  "cmp diff3 sdiff": {
    options: "i: ignore-initial: n: bytes: o> output> w: diff-program! W E e x A m L: label:",
    operands: "read*",
  },
  jq: {
    options: `
        f& from-file& arg: argjson: slurpfile< rawfile< indent: L: r R s n c C M a S e j raw-output raw-input slurp
        null-input tab sort-keys compact-output exit-status args jsonargs
      `,
    operands: "skip read*",
    when: { "f from-file": "read*" },
  },
  yq: {
    options:
      "i inplace e: expression: from-file& p: input-format: o: output-format: I: indent: s: split-exp: r P N n C M j",
    operands: "skip read*",
    when: { "i inplace in-place": "skip edit*" },
  },
  "xmllint xsltproc": {
    options: "o> output> xpath: schema< dtdvalid< encode: pretty: relaxng< schematron< path: stringparam: param:",
    operands: "read*",
  },
  iconv: { options: "f: from-code: t: to-code: o> output> c l s", operands: "read*" },
  "stat readlink realpath ls dir vdir exa eza lsd tree du gls": {
    options: `
        c: format: printf: t: I: ignore: hide: w: width: T: tabsize: block-size: color~ colour~ sort: time:
        time-style: quoting-style: indicator-style: hyperlink~ classify~ L: P: o> B: d: max-depth: exclude: X<
        exclude-from< files0-from< threshold: relative-to: relative-base: filelimit: charset: filesfrom fromfile
        level: ignore-glob: icons~
      `,
    operands: "list*",
    bare: "list",
  },
  "fd fdfind": {
    options: `
        e: extension: E: exclude: t: type: d: max-depth: min-depth: exact-depth: S: size: changed-within:
        changed-before: o: owner: c: color: j: threads: base-directory@ search-path@ ignore-file< max-results:
        path-separator: format: batch-size: x exec X exec-batch H I u s i g F a l L p 0
      `,
    operands: "skip list*",
    bare: "list",
  },
  "locate mlocate plocate": { options: "d< database< n: limit: l:", operands: "" },
  "zcat gzcat bzcat xzcat zstdcat lz4cat uncompress": { operands: "read*" },
  "nm objdump readelf size ldd ar-t otool": {
    options: "T: M: j: section: start-address: stop-address:",
    operands: "read*",
  },
};
