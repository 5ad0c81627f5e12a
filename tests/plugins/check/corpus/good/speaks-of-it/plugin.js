// Never do this: Storage.prototype.setItem = patched; eval(code); document.createElement('script')
const HELP = [
  'Do not patch Storage.prototype.setItem, and do not eval() anything.',
  "A plugin may not import('./assets/index.js') or set window.fetch = mine.",
]

export default {
  id: 'speaks-of-it',
  name: 'Speaks of what is forbidden',
  register: (ctx) => ctx.storage.set('help', HELP.join(' ')),
}
