// The main program of this package's tests. With a file of this name the package manager does not look for tests of XCTest,
// of which there are none, in the compiler's index, which Scripts/test does not make.
import Foundation
import Testing

// "swift test" also runs this program for the tests of XCTest.
guard CommandLine.arguments.contains("swift-testing") else { exit(EX_UNAVAILABLE) }
await Testing.__swiftPMEntryPoint() as Never
