import { registry } from '#resources/index.ts'
import { resourceApiSuite } from '../suites/resource-api.suite.ts'

for (const resource of registry) resourceApiSuite(resource, registry)
