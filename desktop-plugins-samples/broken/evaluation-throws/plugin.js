// Throws while the module is evaluated.
throw new Error('the module stopped on its first line')
