// The main program of this package's tests where Scripts/lib/build.sh builds them. With this file, the package manager does
// not search for tests of XCTest in the compiler's index, which that build does not make. There are no such tests.
import Testing

await Testing.__swiftPMEntryPoint() as Never
