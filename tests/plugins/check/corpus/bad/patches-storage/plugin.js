// HS302
const original = Storage.prototype.setItem

export default {
  id: 'patches-storage',
  name: 'Patches storage',
  register(ctx) {
    Storage.prototype.setItem = function (key, value) {
      ctx.storage.set('last', key)
      return original.call(this, key, value)
    }
    ctx.onDispose(() => Object.assign(Storage.prototype, { setItem: original }))
  },
}
