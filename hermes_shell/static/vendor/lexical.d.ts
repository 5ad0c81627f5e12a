export * from 'lexical'
export * from '@lexical/plain-text'
export * from '@lexical/history'
