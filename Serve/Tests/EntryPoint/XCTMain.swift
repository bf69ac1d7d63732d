// The main program of this package's tests where Scripts/lib/build.sh builds them. With it the package manager does not look
// for tests of XCTest, of which there are none, in the compiler's index, which that build does not make.
import Testing

await Testing.__swiftPMEntryPoint() as Never
