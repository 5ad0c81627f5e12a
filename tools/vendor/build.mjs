/**
 * Builds hermes_shell/static/vendor from the exact packages in package-lock.json.
 *
 *   node build.mjs           write the files, vendor.lock.json and LICENSES.txt
 *   node build.mjs --check   build in memory and compare byte for byte with what is committed
 *
 * All page modules come from one esbuild run with splitting, so there is a single React whatever a module imports.
 * The output depends on the packages and on esbuild alone: no time, path or Node version enters it.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'

process.env.NODE_ENV = 'production' // CommonJS React picks its build by this when its names are listed below

const here = dirname(fileURLToPath(import.meta.url))
const packages = join(here, 'node_modules')
const target = join(here, '..', '..', 'hermes_shell', 'static', 'vendor')
const require = createRequire(import.meta.url)

/** @type {Record<string, string>} file name -> source of its entry module */
const entries = {
  'react': commonjs('react'),
  'react-jsx-runtime': commonjs('react/jsx-runtime'),
  // The production build of react/jsx-dev-runtime exports an undefined jsxDEV; development JSX must still render.
  'react-jsx-dev-runtime': `
    import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
    export { Fragment }
    export const jsxDEV = (type, props, key, isStatic) => (isStatic ? jsxs : jsx)(type, props, key)`,
  'react-dom': commonjs('react-dom'),
  'react-dom-client': commonjs('react-dom/client'),
  'react-query': `export * from '@tanstack/react-query'`,
  'nanostores': `export * from 'nanostores'`,
  'nanostores-react': `export * from '@nanostores/react'`,
  'radix': `export * from 'radix-ui'`,
  'clsx': `export { default, clsx } from 'clsx'`,
  'tailwind-merge': `export * from 'tailwind-merge'`,
  'lucide': `export * from 'lucide-react'`,
  'fuzzy': `export { default, go, single, prepare, snapshot, highlight, score, remap, cleanup } from 'fuzzysort'`,
  // Names instead of all: what the composer does not use stays out of the bundle.
  'lexical': `
    export {
      $createLineBreakNode, $createParagraphNode, $createTextNode, $getRoot, $getSelection, $insertNodes, $isElementNode, $isRangeSelection, $isTextNode,
      COMMAND_PRIORITY_CRITICAL, COMMAND_PRIORITY_HIGH, DecoratorNode, HISTORIC_TAG, HISTORY_PUSH_TAG, INSERT_LINE_BREAK_COMMAND, KEY_ENTER_COMMAND,
      PASTE_COMMAND, SKIP_DOM_SELECTION_TAG, TextNode, createEditor, mergeRegister
    } from 'lexical'
    export { registerPlainText } from '@lexical/plain-text'
    export { createEmptyHistoryState, registerHistory } from '@lexical/history'`
}

/** Declarations beside the bundles, so that `tsc` and editors see the packages' types instead of minified code. */
const declarations = {
  'react': `import React = require('react')\nexport = React\n`,
  'react-jsx-runtime': declaration('react/jsx-runtime'),
  'react-jsx-dev-runtime': declaration('react/jsx-dev-runtime'),
  'react-dom': declaration('react-dom', true),
  'react-dom-client': declaration('react-dom/client', true),
  'react-query': declaration('@tanstack/react-query'),
  'nanostores': declaration('nanostores'),
  'nanostores-react': declaration('@nanostores/react'),
  'radix': declaration('radix-ui'),
  'clsx': `import clsx = require('clsx')\nexport = clsx\n`,
  'tailwind-merge': declaration('tailwind-merge'),
  'lucide': declaration('lucide-react'),
  'fuzzy': declaration('fuzzysort', true),
  'lexical': declaration('lexical') + declaration('@lexical/plain-text') + declaration('@lexical/history')
}

/** Classic scripts that the server runs in its JS engine; the page never loads them. */
const scripts = {
  'tailwind/compiler.js': `import { compile } from 'tailwindcss'; globalThis.tailwind = { compile }`,
  'lexer/lexer.js': `import { parse } from 'es-module-lexer/js'; globalThis.lexer = { parse }`
}

/** Files taken over as published. */
const copies = {
  'codicons/codicon.css': '@vscode/codicons/dist/codicon.css',
  'codicons/codicon.ttf': '@vscode/codicons/dist/codicon.ttf',
  'tailwind/preflight.css': 'tailwindcss/preflight.css',
  'tailwind/theme.css': 'tailwindcss/theme.css',
  'tailwind/utilities.css': 'tailwindcss/utilities.css'
}

const common = {
  absWorkingDir: here,
  bundle: true,
  charset: 'utf8',
  conditions: ['production', 'module'], // Lexical's default entry brings its development build along
  define: { 'process.env.NODE_ENV': '"production"' },
  legalComments: 'none', // the licence texts are in LICENSES.txt
  logLevel: 'error',
  metafile: true,
  minify: true,
  tsconfigRaw: {}, // or esbuild would follow the `paths` of tools/tsconfig.json
  write: false
}

const files = await build()
if (process.argv.includes('--check')) check(files)
else write(files)

/** An entry module for a CommonJS package: `export *` from CommonJS yields no static names. */
function commonjs(name) {
  const names = Object.keys(require(name)).filter(key => key !== 'default' && /^[A-Za-z_$][\w$]*$/.test(key)).sort()
  return `import whole from '${name}'\nexport default whole\nexport const { ${names.join(', ')} } = whole`
}

function declaration(name, hasDefault = false) {
  return `export * from '${name}'\n` + (hasDefault ? `export { default } from '${name}'\n` : '')
}

/** @returns {Promise<Map<string, Buffer>>} path below the vendor folder -> content */
async function build() {
  const out = new Map()
  const { esbuild: _, ...pinned } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')).devDependencies
  const used = new Set(Object.keys(pinned))

  const page = await esbuild.build({
    ...common,
    entryPoints: Object.keys(entries).map(name => ({ in: `entry:${name}`, out: name })),
    outdir: 'out',
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    splitting: true,
    target: ['es2022', 'safari16.4'],
    plugins: [virtual(entries)]
  })
  collect(page, out, used, file => relative(join(here, 'out'), file))

  for (const [name, source] of Object.entries(declarations)) out.set(`${name}.d.ts`, Buffer.from(source))

  for (const [name, source] of Object.entries(scripts)) {
    const script = await esbuild.build({
      ...common,
      stdin: { contents: source, resolveDir: here },
      outfile: 'out.js',
      format: 'iife',
      target: 'es2022'
    })
    collect(script, out, used, () => name)
  }

  for (const [name, source] of Object.entries(copies)) {
    out.set(name, readFileSync(join(packages, source)))
  }
  const htmx = readFileSync(join(packages, 'htmx.org/dist/htmx.min.js'), 'utf8')
  out.set('htmx.js', Buffer.from(htmx.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '\n')))

  out.set('lucide-names.json', json(lucideNames(page.metafile)))
  out.set('codicons/names.json', json(codiconNames(out.get('codicons/codicon.css').toString())))
  out.set('LICENSES.txt', Buffer.from(licences(used)))
  out.set('vendor.lock.json', json(lock(out, used)))
  return new Map([...out].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Resolves `entry:<name>` to the generated entry modules. */
function virtual(sources) {
  return {
    name: 'entries',
    setup(builder) {
      builder.onResolve({ filter: /^entry:/ }, found => ({ path: found.path.slice(6), namespace: 'entry' }))
      builder.onLoad({ filter: /.*/, namespace: 'entry' }, found => ({ contents: sources[found.path], resolveDir: here }))
    }
  }
}

function collect(result, out, used, nameOf) {
  for (const file of result.outputFiles) out.set(nameOf(file.path).split(sep).join('/'), Buffer.from(file.contents))
  for (const output of Object.values(result.metafile.outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      if (bytesInOutput && input.startsWith('node_modules/')) used.add(packageOf(input.slice('node_modules/'.length)))
    }
  }
}

function packageOf(path) {
  const inner = path.split('node_modules/').at(-1).split('/')
  return inner.slice(0, inner[0].startsWith('@') ? 2 : 1).join('/')
}

/** Icon names and their aliases, without the `…Icon` and `Lucide…` doubles that every one of them has. */
function lucideNames(metafile) {
  const names = Object.values(metafile.outputs).find(output => output.entryPoint === 'entry:lucide').exports
  const all = new Set(names)
  return names.filter(name => /^[A-Z]/.test(name) && all.has(`${name}Icon`) && all.has(`Lucide${name}`)).sort()
}

function codiconNames(css) {
  return [...new Set([...css.matchAll(/\.codicon-([a-z0-9-]+):before/g)].map(found => found[1]))].sort()
}

function manifest(name) {
  return JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8'))
}

function licences(used) {
  const parts = ['Licences of the third-party code in this folder.\n']
  for (const name of [...used].sort()) {
    const { version, license, author } = manifest(name)
    const texts = readdirSync(join(packages, name)).filter(file => /^licen[cs]e/i.test(file)).sort()
    const holder = typeof author === 'string' ? author : author?.name
    parts.push(`${'='.repeat(100)}\n${name} ${version} (${license})\n`)
    if (!texts.length && license !== 'MIT') throw new Error(`${name} has no licence text`)
    if (!texts.length) parts.push(mit(holder ?? `the authors of ${name}`))
    for (const file of texts) parts.push(readFileSync(join(packages, name, file), 'utf8').replace(/^\ufeff/, '').replaceAll('\r\n', '\n').trim() + '\n')
  }
  return parts.join('\n')
}

/** The text for the one package that declares MIT but publishes no file of it. */
function mit(holder) {
  return `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`
}

function lock(out, used) {
  const described = [...out].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, bytes]) => [
    name,
    { bytes: bytes.length, sha384: createHash('sha384').update(bytes).digest('base64') }
  ])
  return {
    esbuild: esbuild.version,
    packages: Object.fromEntries([...used].sort().map(name => [name, manifest(name).version])),
    files: Object.fromEntries(described)
  }
}

function json(value) {
  return Buffer.from(JSON.stringify(value, null, 1) + '\n')
}

function committed(folder = target) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap(item =>
    item.isDirectory() ? committed(join(folder, item.name)) : [relative(target, join(folder, item.name)).split(sep).join('/')]
  )
}

function write(built) {
  rmSync(target, { recursive: true, force: true })
  for (const [name, bytes] of built) {
    mkdirSync(dirname(join(target, name)), { recursive: true })
    writeFileSync(join(target, name), bytes)
  }
  console.log(`vendor: ${built.size} files written`)
}

function check(built) {
  const wrong = [...built].filter(([name, bytes]) => {
    const path = join(target, name)
    return !existsSync(path) || !readFileSync(path).equals(bytes)
  }).map(([name]) => `differs or is missing: ${name}`)
  wrong.push(...committed().filter(name => !built.has(name)).map(name => `not made by this build: ${name}`))
  if (wrong.length) {
    console.error(`vendor: the committed files are not what build.mjs makes\n  ${wrong.join('\n  ')}\nRun: make vendor`)
    process.exit(1)
  }
  console.log(`vendor: ${built.size} files are identical to a fresh build`)
}
