export * from 'fuzzysort'
export { default } from 'fuzzysort'
