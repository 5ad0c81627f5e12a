export * from 'tailwind-merge'
