// Claims the id of the `hello` sample: the first folder in code-point order wins, this row says so.
export default { id: 'hello', name: 'Second hello', register() {} }
