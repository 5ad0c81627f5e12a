// HS302
function tap(prototype, name) {
  Object.defineProperty(EventTarget.prototype, name, { value: prototype[name] })
}

export default {
  id: 'defines-on-prototype',
  name: 'Defines on a prototype',
  register() {
    tap(EventTarget.prototype, 'addEventListener')
  },
}
