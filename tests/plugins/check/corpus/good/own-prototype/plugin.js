function Queue() {
  this.items = []
}
Queue.prototype.push = function (item) {
  this.items.push(item)
}

export default {
  id: 'own-prototype',
  name: 'A prototype of its own',
  register: (ctx) => void new Queue().push(ctx),
}
