export * from '@nanostores/react'
