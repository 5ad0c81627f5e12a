"""A plugin that leaves nodes and a timer behind, and takes nothing back itself."""

LITTER = """
const style = (id) => {
  const node = document.createElement('style')
  node.id = id
  document.head.appendChild(node)
}
window.ticks = 0
style('in-module')
export default {
  id: 'litter',
  register() {
    style('in-register')
    setInterval(() => { window.ticks += 1 }, 20)
  }
}
"""
