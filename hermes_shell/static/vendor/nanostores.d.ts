export * from 'nanostores'
