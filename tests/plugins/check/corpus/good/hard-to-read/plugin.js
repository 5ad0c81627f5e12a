const re = /[/'"`]/g, half = 4 / 2 / 1
const text = `a ${`b ${"c } `".length / 2} d`} // no comment`
const url = "http://example.org/#abc", odd = a => a / re.lastIndex

export default {
  id: 'hard-to-read',
  name: 'Hard to read',
  register(ctx) { ctx.storage.set('x', [text.replace(re, ''), half, url, odd(1)]) },
}
