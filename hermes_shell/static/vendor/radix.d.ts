export * from 'radix-ui'
